import { describe, expect, test } from 'vitest'
import { type FieldNames, fieldNames } from './harness/fields.ts'
import { sourceFiles } from './harness/source-files.ts'

/** Fields that nothing reads, with the reason why they are there. */
const REASONS: Readonly<Record<string, string>> = {
  'contract/orders.ts#orderDetails': 'section 6 sends it; the backend decides from its own records (R26)',
  'contract/admin/backups.ts#started_at': 'the backend compares it with the time of a failure',
}

/** They describe the calls to the backend, and carry nothing themselves. */
const DESCRIPTIONS: readonly string[] = ['contract/endpoint.ts', 'contract/resources.ts']

type NamesByFile = ReadonlyMap<string, FieldNames>

/** All names of a side together. */
function namesOf(files: NamesByFile, side: string): FieldNames {
  const all = [...files].flatMap(([file, names]) => (file.startsWith(side) ? [names] : []))
  const union = (of: keyof FieldNames) => new Set(all.flatMap((names) => [...names[of]]))
  return { declared: union('declared'), read: union('read'), written: union('written') }
}

/**
 * Fields of the contract and of tables that nobody reads, by name: what a browser receives is read there, what it sends
 * is read by the backend, and so is a column. A field is not found whose name is read of something else.
 */
function unreadFields(files: NamesByFile): string[] {
  const [backend, contract] = [namesOf(files, 'backend/'), namesOf(files, 'contract/')]
  const [storefront, admin] = [namesOf(files, 'storefront/'), namesOf(files, 'admin/')]
  const usedBy = (client: FieldNames, field: string) =>
    client.read.has(field) || (client.written.has(field) && backend.read.has(field))
  const isUsed = (file: string, field: string) => {
    if (file.startsWith('backend/')) return backend.read.has(field)
    if (DESCRIPTIONS.includes(file)) return contract.read.has(field) || backend.read.has(field)
    if (file.startsWith('contract/admin/')) return usedBy(admin, field)
    return contract.read.has(field) || usedBy(storefront, field)
  }
  return [...files]
    .filter(([file]) => file.startsWith('contract/') || file.endsWith('.tables.ts'))
    .flatMap(([file, { declared }]) => [...declared].map((field) => ({ file, field })))
    .filter(({ file, field }) => !isUsed(file, field))
    .map(({ file, field }) => `${file}#${field}`)
}

describe('fields of the contract and of tables', () => {
  const sources = new Map(
    sourceFiles('contract', 'backend', 'storefront', 'admin').map(({ file, code }) => [file, code]),
  )
  const files: NamesByFile = new Map([...sources].map(([file, code]) => [file, fieldNames({ file, code })]))
  const found = unreadFields(files)

  test('are read, but those with a listed reason', () => {
    expect(found.filter((field) => !(field in REASONS))).toEqual([])
  })

  test('have no reason that is no longer needed', () => {
    expect(Object.keys(REASONS).filter((field) => !found.includes(field))).toEqual([])
  })

  test.each([
    ['contract/catalog.ts', '  capacity_litres:', 'optionalNumber(10),'],
    ['contract/catalog.ts', '  regular_price:', 'optionalAmount(10),'],
    ['contract/orders.ts', '  orderDate:', 'z.string(),'],
    ['contract/admin/orders.ts', '  ship_problem:', 'z.string(),'],
    ['contract/admin/orders.ts', '  delivery_cents:', 'wholeNumber(),'],
    ['backend/orders/orders.tables.ts', '  imported_status:', 'string'],
    ['backend/accounts/accounts.tables.ts', '  password_hash:', 'string'],
  ])('that are added to %s beside%s are found as long as nothing reads them', (file, place, type) => {
    const code = sources.get(file)?.replace(place, `  never_read: ${type}\n${place}`) ?? ''
    expect(unreadFields(new Map([...files, [file, fieldNames({ file, code })]]))).toContain(`${file}#never_read`)
  })
})
