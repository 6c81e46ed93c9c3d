import { type ESTree, type Plugin, parseSync, Visitor } from 'vite'

/** Properties of an endpoint that only the backend and the API document use. */
const BACKEND_ONLY: ReadonlySet<string> = new Set([
  'summary',
  'description',
  'tag',
  'params',
  'query',
  'body',
  'response',
  'redirect',
  'errors',
])

const CONTRACT_FILE = /\/contract\/[\w-]+\.ts$/

/**
 * The browser never runs a schema (docs/decisions/0003-no-schemas-in-the-browser.md): its build removes them from the
 * contract, and with them the schema library. Browser code that uses a schema fails the build or its first run.
 */
export function stripSchemas(): Plugin {
  return {
    name: 'strip-schemas',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: CONTRACT_FILE },
      handler: (code) => ({ code: withoutSchemas(code), map: null }),
    },
  }
}

type Span = { start: number; end: number }

/**
 * Removes schemas from a module of the contract: their declarations, endpoint properties that hold them, and imports
 * that only those used.
 */
export function withoutSchemas(code: string): string {
  return withoutUnusedImports(withoutDeclarations(code))
}

function withoutDeclarations(code: string): string {
  const { program } = parseSync('contract.ts', code)
  const cuts: Span[] = program.body.filter(isOfSchemas)
  new Visitor({
    CallExpression({ callee, arguments: [endpoint] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'defineEndpoint') return
      if (endpoint?.type !== 'ObjectExpression') return
      for (const [index, field] of endpoint.properties.entries()) {
        const end = endpoint.properties[index + 1]?.start ?? field.end
        if (isBackendOnly(field)) cuts.push({ start: field.start, end })
      }
    },
  }).visit(program)
  return cut(code, cuts)
}

/** A schema of another module was removed there; importing it would fail the build. */
function withoutUnusedImports(code: string): string {
  const { program } = parseSync('contract.ts', code)
  const used = new Set<string>()
  const names = new Visitor({ Identifier: ({ name }) => void used.add(name) })
  for (const statement of program.body) {
    if (statement.type !== 'ImportDeclaration') names.visit({ ...program, body: [statement] })
  }
  return cut(
    code,
    program.body.flatMap((statement) => {
      if (statement.type !== 'ImportDeclaration') return []
      const { specifiers } = statement
      const unused = specifiers.filter(({ local }) => !used.has(local.name))
      if (specifiers.length > 0 && unused.length === specifiers.length) return [statement]
      return unused.map((specifier) => ({
        start: specifier.start,
        end: specifiers[specifiers.indexOf(specifier) + 1]?.start ?? specifier.end,
      }))
    }),
  )
}

function cut(code: string, spans: readonly Span[]): string {
  return spans
    .toSorted((a, b) => b.start - a.start)
    .reduce((left, { start, end }) => left.slice(0, start) + left.slice(end), code)
}

/** An import of the schema library, or the declaration of a schema. */
function isOfSchemas(statement: ESTree.Statement | ESTree.ModuleDeclaration): boolean {
  if (statement.type === 'ImportDeclaration') return statement.source.value === 'zod/mini'
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  if (declaration?.type !== 'VariableDeclaration') return false
  return declaration.declarations.every(({ init }) => init !== null && isSchema(init))
}

/** A call of the library's functions, including chained methods. */
function isSchema(node: ESTree.Expression): boolean {
  if (node.type === 'Identifier') return node.name === 'z'
  if (node.type === 'CallExpression') return isSchema(node.callee)
  return node.type === 'MemberExpression' && isSchema(node.object)
}

function isBackendOnly(field: ESTree.ObjectPropertyKind): boolean {
  return field.type === 'Property' && field.key.type === 'Identifier' && BACKEND_ONLY.has(field.key.name)
}
