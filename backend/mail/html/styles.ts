/** The shop's colors, as in the storefront's tokens. */
const LIGHT = {
  paper: '#f7f3ec',
  card: '#fffdf9',
  ink: '#1d2a36',
  soft: '#4d5b66',
  line: '#e2dacd',
  clay: '#a3542b',
} as const

const DARK = {
  paper: '#151c23',
  card: '#1f2932',
  ink: '#f4efe6',
  soft: '#b9c2c9',
  line: '#3b4853',
  clay: '#f0c9b1',
} as const satisfies Record<keyof typeof LIGHT, string>

/** Outlook on Windows takes the first one or none. */
const TEXT = 'Segoe UI,-apple-system,Roboto,Helvetica,Arial,sans-serif'
const DISPLAY = 'Georgia,Times New Roman,serif'

/** Styles of elements. Most mail programs read nothing but these attributes; they hold no quotation marks. */
export const STYLE = {
  body: `margin:0;padding:0;background-color:${LIGHT.paper};-webkit-text-size-adjust:100%`,
  page: `background-color:${LIGHT.paper}`,
  card: `padding:32px 32px 16px;background-color:${LIGHT.card};border:1px solid ${LIGHT.line};border-radius:10px;font:16px/1.55 ${TEXT};color:${LIGHT.ink}`,
  name: `font:600 21px/1.2 ${DISPLAY};color:${LIGHT.ink};text-decoration:none`,
  title: `margin:0 0 20px;overflow-wrap:anywhere;font:600 26px/1.22 ${DISPLAY};color:${LIGHT.ink}`,
  paragraph: 'margin:0 0 16px;overflow-wrap:anywhere',
  list: 'margin:0 0 16px;padding:0 0 0 20px',
  entry: 'margin:0 0 4px',
  quote: `margin:0 0 16px;padding:2px 0 2px 16px;border-left:3px solid ${LIGHT.line};color:${LIGHT.soft};overflow-wrap:anywhere`,
  table: 'margin:0 0 16px',
  cell: `padding:10px 0;border-top:1px solid ${LIGHT.line};overflow-wrap:anywhere;font:16px/1.45 ${TEXT};color:${LIGHT.ink}`,
  /** Of many items: shorter, since it stands in each row. */
  row: `padding:6px 0;overflow-wrap:anywhere;border-top:1px solid ${LIGHT.line};font:15px/1.4 Arial;color:${LIGHT.ink}`,
  amount: 'text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums;padding-left:12px',
  sum: `padding:4px 0;overflow-wrap:anywhere;font:16px/1.45 ${TEXT};color:${LIGHT.soft}`,
  firstSum: `padding:10px 0 4px;overflow-wrap:anywhere;border-top:1px solid ${LIGHT.line};font:16px/1.45 ${TEXT};color:${LIGHT.soft}`,
  total: `padding:10px 0 4px;border-top:1px solid ${LIGHT.line};font:600 18px/1.45 ${TEXT};color:${LIGHT.ink}`,
  label: `padding:4px 16px 4px 0;white-space:nowrap;font:15px/1.5 ${TEXT};color:${LIGHT.soft}`,
  fact: `padding:4px 0;font:16px/1.45 ${TEXT};color:${LIGHT.ink};overflow-wrap:anywhere`,
  picture: `display:block;border:0;border-radius:6px;font:11px/1.3 ${TEXT};color:${LIGHT.soft};overflow:hidden`,
  noPicture: `width:64px;height:64px;border-radius:6px;border:1px solid ${LIGHT.line};box-sizing:border-box`,
  strong: `color:${LIGHT.ink}`,
  soft: `color:${LIGHT.soft}`,
  button: `border-radius:8px;background-color:${LIGHT.ink};mso-padding-alt:14px 26px`,
  buttonLink: `display:inline-block;padding:14px 26px;font:600 16px/1.25 ${TEXT};color:${LIGHT.card};text-decoration:none;border-radius:8px`,
  link: `color:${LIGHT.clay};text-decoration:underline`,
  footer: `padding:24px 32px 8px;font:14px/1.6 ${TEXT};color:${LIGHT.soft}`,
} as const

export const PAPER = LIGHT.paper
export const INK = LIGHT.ink

/** Styles of the dark scheme, by the class of an element. */
const DARK_RULES: readonly (readonly [selector: string, rule: string])[] = [
  ['.m-page', `background-color:${DARK.paper}!important`],
  ['.m-card', `background-color:${DARK.card}!important`],
  ['.m-line', `border-color:${DARK.line}!important`],
  ['.m-ink', `color:${DARK.ink}!important`],
  ['.m-soft', `color:${DARK.soft}!important`],
  ['.m-link', `color:${DARK.clay}!important`],
  ['.m-button', `background-color:${DARK.ink}!important`],
  ['.m-button-link', `color:${DARK.paper}!important`],
]

const rules = (prefix: string) => DARK_RULES.map(([selector, rule]) => `${prefix}${selector}{${rule}}`).join('')

/** For programs that read style sheets. */
export const SHEET = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  '@media (max-width:480px){.m-pad{padding:24px 20px 8px!important}.m-foot{padding:24px 20px 8px!important}}',
  `@media (prefers-color-scheme:dark){${rules('')}}`,
].join('')

/** For Outlook on the web and on phones, in a sheet of its own: Gmail drops a sheet that holds such selectors. */
export const OUTLOOK_SHEET = rules('[data-ogsc] ') + rules('[data-ogsb] ')
