// Adds the escape function of its context to each action of an HTML template that prints a value. A context in which
// no value is safe is an error.
import {
  attributeEscaper,
  escapeCssValue,
  escapeHtml,
  escapeQueryPart,
  escapeUrlPath,
  escapeUrlStart,
  escapeUrlWithoutScheme,
} from './escapers.ts';
import { TemplateError } from './fault.ts';
import { type HtmlContext, HtmlContextError, readContext, START_CONTEXT } from './html_context.ts';
import type { Escape, Node } from './syntax.ts';
import { formatValue } from './values.ts';

/**
 * Sets the escape function of every printed value, and removes HTML comments except conditional ones. Throws a
 * TemplateError if no escape function is safe for a value, or if the template does not end in text.
 */
export function escapeForHtml(source: string, nodes: Node[]): void {
  const end = new HtmlEscaper(source).list(nodes, START_CONTEXT);
  if (end.in !== 'text') throw new TemplateError(source, source.length, `the template ends ${WHERE[end.in]}`);
}

const WHERE: Record<HtmlContext['in'], string> = {
  text: 'in text',
  comment: 'in a comment',
  raw: 'in a script, style, title or textarea that is not closed',
  tag_name: 'in a tag',
  tag: 'in a tag',
  attribute_name: 'in a tag',
  after_name: 'in a tag',
  before_value: 'in a tag',
  value: 'in an attribute',
};

class HtmlEscaper {
  private readonly source: string;
  /** Contexts of {{ break }} and {{ continue }} in the innermost range. */
  private leaves: HtmlContext[] = [];
  constructor(source: string) {
    this.source = source;
  }

  private fault(at: number, what: string): TemplateError {
    return new TemplateError(this.source, at, what);
  }

  list(nodes: Node[], from: HtmlContext): HtmlContext {
    let place = from;
    for (const node of nodes) place = this.node(node, place);
    return place;
  }

  private node(node: Node, from: HtmlContext): HtmlContext {
    switch (node.type) {
      case 'text':
        return this.text(node, from);
      case 'print': {
        const place = contextOfNextAction(from);
        node.escape = this.escapeAt(place, node.at);
        return place;
      }
      case 'set':
        return from;
      case 'break':
      case 'continue':
        this.leaves.push(from);
        return from;
      case 'range':
        return this.range(node, from);
    }
    const body = this.list(node.body, from);
    return this.join(node.at, `the branches of {{ ${node.type} }}`, body, this.list(node.otherwise, from));
  }

  private text(node: Extract<Node, { type: 'text' }>, from: HtmlContext): HtmlContext {
    try {
      const { to, kept } = readContext(node.text, from);
      node.text = kept;
      return to;
    } catch (error) {
      if (error instanceof HtmlContextError) throw this.fault(node.at + error.offset, error.message);
      throw error;
    }
  }

  /** Handles a range. It may run any number of times, so it must end in the context in which it begins. */
  private range(node: Extract<Node, { type: 'if' | 'with' | 'range' }>, from: HtmlContext): HtmlContext {
    const outer = this.leaves;
    this.leaves = [];
    const what = 'the body of {{ range }}';
    const ends = [this.list(node.body, from), ...this.leaves];
    this.leaves = outer;
    const body = ends.reduce((one, other) => this.join(node.at, what, one, other));
    return this.join(node.at, what, this.join(node.at, what, body, from), this.list(node.otherwise, from));
  }

  /**
   * Returns the common context after two branches. Throws if their contexts differ in anything but `url` and
   * `css_open`.
   */
  private join(at: number, what: string, one: HtmlContext, other: HtmlContext): HtmlContext {
    const [a, b] = isSameContext(one, other) ? [one, other] : [contextOfNextAction(one), contextOfNextAction(other)];
    if (isSameContext(a, b)) return a;
    const place: HtmlContext = { ...a, css_open: a.css_open || b.css_open, url: a.url === b.url ? a.url : 'unknown' };
    if (isSameContext(place, { ...b, css_open: place.css_open, url: place.url })) return place;
    throw this.fault(at, `${what} end at different places of the HTML: ${WHERE[a.in]}, ${WHERE[b.in]}`);
  }

  private escapeAt(place: HtmlContext, at: number): Escape {
    switch (place.in) {
      case 'text':
        return (value) => escapeHtml(formatValue(value));
      case 'comment':
        return () => '';
      case 'raw':
        if (place.element === 'title' || place.element === 'textarea') return (value) => escapeHtml(formatValue(value));
        throw this.fault(at, `a value cannot be printed in <${place.element}>`);
      case 'value':
        return this.escapeInValue(place, at);
      default:
        throw this.fault(at, 'a value can be printed in text and in an attribute’s value, not in a tag');
    }
  }

  private escapeInValue({ attribute, quote, url, css_open }: HtmlContext, at: number): Escape {
    const quoted = attributeEscaper(quote);
    switch (attribute) {
      case 'refused':
        throw this.fault(at, 'a value cannot be printed in this attribute');
      case 'css':
        if (css_open) throw this.fault(at, 'a value cannot be printed in a quote, a function or an address of a style');
        return (value) => quoted(escapeCssValue(value));
      case 'url':
        if (url === 'script') throw this.fault(at, 'a value cannot be printed in a script or a data address');
        if (url === 'unknown') throw this.fault(at, 'this may stand before or behind the ? of an address');
        if (url === 'start') return (value) => quoted(escapeUrlStart(value));
        if (url === 'scheme') return (value) => quoted(escapeUrlWithoutScheme(value));
        return (value) => quoted(url === 'path' ? escapeUrlPath(value) : escapeQueryPart(value));
      default:
        return (value) => quoted(formatValue(value));
    }
  }
}

/** Returns the context of an action at this place. For example, an action after `<a href=` is an unquoted value. */
function contextOfNextAction(place: HtmlContext): HtmlContext {
  if (place.in === 'before_value') return { ...place, in: 'value', quote: '', url: 'start', css_open: false };
  if (place.in === 'after_name' || place.in === 'attribute_name' || place.in === 'tag_name') {
    return { ...place, in: 'tag', attribute: '' };
  }
  return place;
}

function isSameContext(a: HtmlContext, b: HtmlContext): boolean {
  return (Object.keys(a) as (keyof HtmlContext)[]).every((key) => a[key] === b[key]);
}
