import { type ESTree, type Plugin, parseSync, Visitor } from 'vite'

/** The version of React DOM that the lists below were made for; any other is built whole, with a warning. */
export const VERSION = '19.3.1'

/**
 * Kinds of elements that no page of the shop has, by the number that React gives each (`fiber.tag`): Profiler,
 * SuspenseList, ViewTransition and Activity. Rendering one fails with React's error 130, invalid element type.
 */
const TAGS: ReadonlySet<unknown> = new Set([12, 19, 30, 31])
const TYPES: ReadonlySet<string> = new Set([
  'REACT_ACTIVITY_TYPE',
  'REACT_LEGACY_HIDDEN_TYPE',
  'REACT_PROFILER_TYPE',
  'REACT_SUSPENSE_LIST_TYPE',
  'REACT_VIEW_TRANSITION_TYPE',
])

/** Hooks that neither the shop nor its libraries call; calling one fails, since the dispatcher does not have it. */
const HOOKS: ReadonlySet<string> = new Set([
  'useActionState',
  'useFormState',
  'useHostTransitionStatus',
  'useOptimistic',
])

/** Methods of class components that no class of the shop has. */
const METHODS: ReadonlySet<string> = new Set([
  'componentWillMount',
  'componentWillReceiveProps',
  'componentWillUpdate',
  'getSnapshotBeforeUpdate',
  'UNSAFE_componentWillMount',
  'UNSAFE_componentWillReceiveProps',
  'UNSAFE_componentWillUpdate',
])

/** Functions whose whole work is for such parts, and the body that each has instead. */
const FUNCTIONS: Readonly<Record<string, string>> = {
  // View transitions of React, and commits that wait for pictures and style sheets.
  accumulateSuspenseyCommitOnFiber: '',
  commitEnterViewTransitions: '',
  commitExitViewTransitions: '',
  commitNestedViewTransitions: '',
  preloadInstanceAndSuspendIfNeeded: '',
  startViewTransition: '',
  suspendInstance: '',
  trackEnterViewTransitions: '',
  waitForCommitToBeReady: 'return null',
  // Style sheets and scripts with a precedence of their own, and `preload` and its like of `react-dom`.
  acquireResource: 'return null',
  getResource: 'return null',
  preconnect: '',
  prefetchDNS: '',
  preinitModuleScript: '',
  preinitScript: '',
  preinitStyle: '',
  preload: '',
  preloadModule: '',
  suspendResource: '',
  // Refs of fragments.
  commitFragmentInstanceDeletionEffects: '',
  commitFragmentInstanceInsertionEffects: '',
  commitNewChildToFragmentInstances: '',
  isFragmentInstanceParent: 'return !1',
  FragmentInstance: '',
  // Functions as the action of a form.
  extractEvents$1: '',
  // The component stack of an error: nothing reads it.
  getStackByFiberInDevAndProd: 'return ""',
  // Events `onSelect` and `onBeforeInput`.
  constructSelectEvent: '',
  getFallbackBeforeInputChars: 'return null',
  getNativeBeforeInputChars: 'return null',
  // The browser's own sign of loading during a transition, which React passes on and never calls.
  defaultOnDefaultTransitionIndicator: '',
  // Elements with a hyphen in their name.
  setPropOnCustomElement: '',
}

/** What a use of these parts looks like in the storefront. */
export const UNUSED_IN_SOURCES = new RegExp(
  [
    `\\b(${[...HOOKS, ...METHODS, 'useFormStatus'].join('|')})\\b`,
    /<(Profiler|SuspenseList|ViewTransition|Activity)\b/.source,
    /<Fragment[^>]* ref=/.source,
    /\b(precedence|onSelect|onBeforeInput)=/.source,
    /\b(action|formAction)=\{/.source,
    /<[a-z]+-[a-z]/.source,
    /\bcomponentStack\b/.source,
    /from 'react-dom'/.source,
  ].join('|'),
)

const FILE = /react-dom\/cjs\/react-dom-client\.production\.js$/

/**
 * Leaves those parts of React DOM out of the browser's build: 12 KB (brotli) of every first visit. The reasons are in
 * docs/decisions/0022-unused-parts-of-react.md; a test looks for uses of these parts in the storefront.
 */
export function dropUnusedReactParts(): Plugin {
  return {
    name: 'drop-unused-react-parts',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: FILE },
      handler(code) {
        if (!code.includes(`"${VERSION}"`)) {
          this.warn(
            `React DOM is no longer ${VERSION}: it is built whole until drop-unused-react-parts.ts is compared with it`,
          )
          return null
        }
        return { code: withoutUnusedParts(code), map: null }
      },
    },
  }
}

/** The code without those parts. Throws when a function of the list is not in it. */
export function withoutUnusedParts(code: string): string {
  const edits: Edit[] = []
  const missing = new Set(Object.keys(FUNCTIONS))
  const replace = ({ start, end }: ESTree.Span, text: string) => edits.push({ start, end, text })
  new Visitor({
    FunctionDeclaration({ id, body }) {
      const instead = FUNCTIONS[id?.name ?? '']
      if (instead === undefined || body === null) return
      missing.delete(id?.name ?? '')
      replace(body, `{${instead}}`)
    },
    ExpressionStatement(statement) {
      if (isFragmentMethod(statement.expression)) replace(statement, '')
    },
    ObjectExpression({ properties }) {
      for (const [index, { start, end, ...property }] of properties.entries()) {
        if (!('key' in property) || property.key.type !== 'Identifier' || !HOOKS.has(property.key.name)) continue
        replace({ start, end: properties[index + 1]?.start ?? end }, '')
      }
    },
    BinaryExpression(node) {
      if (node.operator === '===' && isUnusedTag(node.left) && isTag(node.right)) replace(node, '!1')
    },
    UnaryExpression(node) {
      if (node.operator === 'typeof' && isUnusedMethod(node.argument)) replace(node, '"undefined"')
    },
    SwitchStatement(node) {
      edits.push(...withoutUnusedCases(node))
    },
  }).visit(parseSync('react-dom.js', code).program)
  if (missing.size > 0) throw new Error(`React DOM has no ${[...missing].join(' or ')} any more`)
  return applyEdits(code, edits)
}

type Edit = { start: number; end: number; text: string }

/** Applies the edits; one that lies within another is dropped. */
function applyEdits(code: string, edits: readonly Edit[]): string {
  let result = ''
  let at = 0
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (start < at) continue
    result += code.slice(at, start) + text
    at = end
  }
  return result + code.slice(at)
}

/** Drops the cases of elements that the shop does not have; what another case runs into stays. */
function withoutUnusedCases({ discriminant, cases }: ESTree.SwitchStatement): Edit[] {
  const isUnused = ({ test }: ESTree.SwitchCase) =>
    (isTag(discriminant) && isUnusedTag(test)) || (test?.type === 'Identifier' && TYPES.has(test.name))
  return cases.flatMap((branch, index) => {
    if (!isUnused(branch)) return []
    const above = cases.slice(0, index).findLast((other) => !isUnused(other) || other.consequent.length > 0)
    const { start, end, consequent } = branch
    if (above === undefined || endsIn(above.consequent)) return [{ start, end, text: declarationsIn(consequent) }]
    return [{ start, end: consequent[0]?.start ?? end, text: '' }]
  })
}

/** Whether what comes after these statements is never run through them. */
function endsIn(statements: readonly ESTree.Statement[]): boolean {
  const last = statements.at(-1)
  return last !== undefined && /^(Break|Return|Continue|Throw)Statement$/.test(last.type)
}

/** The variables that these statements declare, which later ones may use. */
function declarationsIn(body: ESTree.Statement[]): string {
  const names = new Set<string>()
  const visitor = new Visitor({
    VariableDeclarator: ({ id }) => void (id.type === 'Identifier' && names.add(id.name)),
  })
  for (const statement of body) visitor.visit({ ...EMPTY, body: [statement] })
  return names.size === 0 ? '' : `var ${[...names].join()};`
}

const EMPTY = parseSync('empty.js', '').program

function isTag(node: ESTree.Expression | ESTree.PrivateIdentifier): boolean {
  if (node.type === 'Identifier') return node.name === 'tag'
  return node.type === 'MemberExpression' && node.property.type === 'Identifier' && node.property.name === 'tag'
}

function isUnusedTag(node: ESTree.Expression | ESTree.PrivateIdentifier | null): boolean {
  return node?.type === 'Literal' && TAGS.has(node.value)
}

function isUnusedMethod(node: ESTree.Expression): boolean {
  return node.type === 'MemberExpression' && node.property.type === 'Identifier' && METHODS.has(node.property.name)
}

/** `FragmentInstance.prototype.x = …` */
function isFragmentMethod(node: ESTree.Expression): boolean {
  if (node.type !== 'AssignmentExpression' || node.left.type !== 'MemberExpression') return false
  const { object } = node.left
  return (
    object.type === 'MemberExpression' &&
    object.object.type === 'Identifier' &&
    object.object.name === 'FragmentInstance'
  )
}
