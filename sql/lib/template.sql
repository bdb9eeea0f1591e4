-- The operator's templates of mails: which one a reader is sent.

-- The operator's template of a kind in the first of these languages that has one: {locale, subject, html, text}, or null.
create function auth_lib.find_template(kind text, locales text[]) returns jsonb
language plpgsql stable
as $$
begin
  return (
    select jsonb_build_object('locale', t.locale, 'subject', t.subject, 'html', t.html, 'text', t.text)
    from auth.templates as t
    where t.kind = find_template.kind and t.locale = any (locales)
    order by array_position(locales, t.locale)
    limit 1);
end
$$;

-- The languages in which a mail is looked for: the one the user chose, then those of the request, each followed by its
-- wider ones (de-at, de), and last the default, which is written as the empty text. Whatever comes after the language of the
-- default is left out: somebody who prefers English must not get the German that their browser names second.
create function auth_lib.locale_chain(chosen text, languages text, home text) returns text[]
language plpgsql immutable
as $$
declare
  v_home   text := lower(home collate "C");
  v_chain  text[] := array[]::text[];
  v_locale text;
begin
  foreach v_locale in array (array_prepend(left(chosen, 40), string_to_array(left(languages, 200), ',')))[1:8] loop
    v_locale := lower(replace(v_locale, '_', '-') collate "C");
    continue when v_locale is null or v_locale !~ '^[a-z]{2,8}(-[a-z0-9]{1,8}){0,3}$';
    while v_locale <> '' loop
      v_chain := array_append(v_chain, v_locale);
      if v_locale = v_home then
        return array_append(v_chain, '');
      end if;
      v_locale := regexp_replace(v_locale, '-?[^-]*$', '');
    end loop;
  end loop;
  return array_append(v_chain, '');
end
$$;
