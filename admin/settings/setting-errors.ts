type Errors = Readonly<Record<string, string>>

/** What is wrong with each setting or a part of one: `wanted.notices.3` is `notices.3` here. */
export function settingErrors(fields: Errors): Errors {
  return Object.fromEntries(
    Object.entries(fields).map(([field, message]) => [
      field.replace(/^wanted\./, '').replace(/\[(\d+)\]/g, '.$1'),
      message,
    ]),
  )
}

/** What is wrong with a text of several lines: with one of them, which is named, or with all. */
export function lineError(fields: Errors, key: string): string | undefined {
  const [name = '', message] = Object.entries(fields).find(([field]) => field.split('.')[0] === key) ?? []
  const index = name.split('.')[1]
  return index === undefined ? message : `Line ${Number(index) + 1}: ${message}`
}
