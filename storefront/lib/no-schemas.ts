/**
 * Stands in for `zod/mini` in the browser's build (vite.config.ts). The browser reads answers through each endpoint's
 * `read` and checks forms with the contract's rules; it never runs a schema, so that the library stays out of every page
 * (docs/decisions/0003-no-schemas-in-the-browser.md).
 * A schema function missing here fails the build; add it.
 */

const schema = { check: () => schema }

/*#__NO_SIDE_EFFECTS__*/
function noSchema() {
  return schema
}

export {
  noSchema as _default,
  noSchema as array,
  noSchema as boolean,
  noSchema as enum,
  noSchema as extend,
  noSchema as int,
  noSchema as literal,
  noSchema as maximum,
  noSchema as maxLength,
  noSchema as minimum,
  noSchema as minLength,
  noSchema as nullable,
  noSchema as number,
  noSchema as object,
  noSchema as optional,
  noSchema as record,
  noSchema as refine,
  noSchema as regex,
  noSchema as string,
  noSchema as trim,
  noSchema as union,
  noSchema as unknown,
}
