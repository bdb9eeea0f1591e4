// The view library of the pages: HTML in template strings, state, and signals.

import htm from 'htm';
import { type ComponentChildren, h, type VNode } from 'preact';

export const html = htm.bind(h);
export { signal } from '@preact/signals';
export { useEffect, useErrorBoundary, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';

export type View = VNode | VNode[];
export type Children = ComponentChildren;
