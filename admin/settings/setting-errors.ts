/** What is wrong with each setting, by its key: `wanted.notices.3` and `social` are the names that the shop gives. */
export function settingErrors(fields: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, message]) => [field.replace(/^wanted\./, '').replace(/[.[].*$/, ''), message]),
  )
}
