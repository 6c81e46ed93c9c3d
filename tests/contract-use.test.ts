import { join, normalize } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { describe, expect, test } from 'vitest'
import { type SourceFile, sourceFiles } from './harness/source-files.ts'

/** What is in the contract although only one side uses it, with the reason. */
const REASONS: Readonly<Record<string, string>> = {
  'admin/checkout.ts#AdminDeliveryOption': 'the type of what the delivery calls of the admin carry',
  'admin/sales.ts#SaleChange': 'the type of what the preview of a sale carries',
  'admin/several-products.ts#ImportPreview': 'the type of what the preview of an import carries',
  'admin/several-products.ts#PriceChange': 'the type of what the price preview carries',
  'colors.ts#DOT_COLORS': 'what the storefront shows of a color, which the admin says to whoever names one',
  'colors.ts#dotColorOf': 'what the storefront shows of a color, which the admin says to whoever names one',
  'delivery.ts#DeliveryOption': 'the type of what the delivery call carries',
  'endpoints.ts#ENDPOINTS': 'the list of all calls, for the description of the API',
  'errors.ts#ERROR_STATUS': 'the codes and statuses of error responses',
  'errors.ts#ErrorBody': 'the type of that body',
  'examples.ts#EXAMPLES': 'an example of each call, for the description of the API',
  'examples.ts#Example': 'the type of those examples',
  'examples.ts#EXAMPLE_REQUESTS': 'the requests that make the examples',
  'examples.ts#ExampleRequest': 'the type of those requests',
  'field-schemas.ts#storedShape': 'works on the same tables of fields',
  'fields.ts#pickFields': 'works on the same tables of fields',
  'fields.ts#toWire': 'works on the same tables of fields',
  'sale.ts#priceOn': 'the rule of the price of a day, which every client is sent the result of',
  'resources.ts#RESOURCES': 'the names of what the calls carry, for the description of the API',
}

/** The storefront stands for every client, the admin included. */
type Side = 'backend' | 'storefront'

/** The names that a file imports from the contract, as `catalog.ts#Product`. */
function importsOf({ file, code }: SourceFile): Map<string, string> {
  const names = new Map<string, string>()
  for (const [, list = '', from = ''] of code.matchAll(/import\s+(?:type\s+)?\{([^}]*)\}\s*from\s*'([^']+)'/g)) {
    const path = from.startsWith('.') ? normalize(join(file, '..', from)) : `${from.replace(/^@shop\//, '')}.ts`
    if (!path.startsWith('contract/')) continue
    for (const entry of list.split(',')) {
      const [name = '', local = name] = entry
        .trim()
        .replace(/^type\s+/, '')
        .split(/\s+as\s+/)
      if (name !== '') names.set(local, `${path.slice('contract/'.length)}#${name}`)
    }
  }
  return names
}

/** Each declaration of a contract module with the declarations that it uses. */
function usesOf(source: SourceFile): { name: string; exported: boolean; uses: string[] }[] {
  const module = source.file.slice('contract/'.length)
  const { program } = parseSync(source.file, source.code)
  const imported = importsOf(source)
  const declared = program.body.flatMap((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration === null || !('type' in declaration)) return []
    const exported = statement.type === 'ExportNamedDeclaration'
    if (declaration.type === 'VariableDeclaration')
      return declaration.declarations.flatMap(({ id }) =>
        id.type === 'Identifier' ? [{ name: id.name, exported, statement }] : [],
      )
    if (!('id' in declaration) || declaration.id?.type !== 'Identifier') return []
    return [{ name: declaration.id.name, exported, statement }]
  })
  const own = new Set(declared.map(({ name }) => name))
  return declared.map(({ name, exported, statement }) => {
    const uses = new Set<string>()
    new Visitor({
      Identifier: (node) => {
        if (own.has(node.name)) uses.add(`${module}#${node.name}`)
        const other = imported.get(node.name)
        if (other !== undefined) uses.add(other)
      },
    }).visit({ ...program, body: [statement] })
    return { name: `${module}#${name}`, exported, uses: [...uses] }
  })
}

/** Exports of the contract that only one side uses without a listed reason, with that side. */
function usedByOneSide(
  contract: ReturnType<typeof usesOf>,
  imports: Readonly<Record<Side, ReadonlySet<string>>>,
): string[] {
  const uses = new Map(contract.map((declaration) => [declaration.name, declaration.uses]))
  function reach(names: ReadonlySet<string>): Set<string> {
    const reached = new Set<string>()
    const open = [...names]
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      if (reached.has(name)) continue
      reached.add(name)
      open.push(...(uses.get(name) ?? []))
    }
    return reached
  }
  const sides = { backend: reach(imports.backend), storefront: reach(imports.storefront) }
  return contract.flatMap(({ name, exported }) => {
    if (!exported || (sides.backend.has(name) && sides.storefront.has(name))) return []
    const side = sides.backend.has(name) ? 'backend' : sides.storefront.has(name) ? 'storefront' : 'tests'
    return [`${name} (${side})`]
  })
}

const contract = sourceFiles('contract')
const declarations = contract.flatMap(usesOf)
const importedBy = (...folders: string[]) =>
  new Set(sourceFiles(...folders).flatMap((source) => [...importsOf(source).values()]))

describe('the contract', () => {
  const found = usedByOneSide(declarations, {
    backend: importedBy('backend'),
    storefront: importedBy('storefront', 'admin'),
  })

  test('holds what both sides use, directly or indirectly, and the rest for a listed reason', () => {
    expect(found.filter((line) => !(line.replace(/ \(.*/, '') in REASONS))).toEqual([])
  })

  test('has no reason for what both sides use, or what no longer exists', () => {
    const names = found.map((line) => line.replace(/ \(.*/, ''))
    expect(Object.keys(REASONS).filter((name) => !names.includes(name))).toEqual([])
  })

  test('may not hold a rule of one side', () => {
    const own = usesOf({
      file: 'contract/cart.ts',
      code: "import { a } from './a.ts'\nexport const shared = a\nexport function rule() { return helper() }\nfunction helper() {}",
    })
    const backend = new Set(['cart.ts#shared'])
    const storefront = new Set(['cart.ts#shared', 'cart.ts#rule'])
    expect(usedByOneSide(own, { backend, storefront })).toEqual(['cart.ts#rule (storefront)'])
  })
})
