import { type ESTree, parseSync, Visitor } from 'vite'
import type { SourceFile } from './source-files.ts'

/** Names of fields that a file declares, reads and writes. */
export type FieldNames = { declared: Set<string>; read: Set<string>; written: Set<string> }

/** Functions of zod whose argument is an object of fields. */
const OBJECT_SCHEMAS: ReadonlySet<string> = new Set(['object', 'strictObject', 'looseObject', 'extend'])

/**
 * Declared are members of types, and keys of schemas and of tables of fields. Read are members of values, keys that are
 * taken out of objects, and names in quotes, such as the columns of a query; names that only a type has are not.
 */
export function fieldNames({ file, code }: SourceFile): FieldNames {
  const { program } = parseSync(file, code)
  const names: FieldNames = { declared: new Set(), read: new Set(), written: new Set() }
  const shapes = shapesOf(program, code)
  const inTypes = new Set<unknown>()
  new Visitor({
    TSLiteralType: ({ literal }) => void inTypes.add(literal),
    TSPropertySignature: ({ key }) => void addName(names.declared, key),
    ObjectExpression: (object) => addKeys(shapes.has(object) ? names.declared : names.written, object),
    ObjectPattern: (pattern) => addKeys(names.read, pattern),
    MemberExpression: ({ computed, property }) => void (computed || addName(names.read, property)),
    Literal: (literal) => {
      // A column may have its table before it, and an alias behind it.
      if (typeof literal.value === 'string' && !inTypes.has(literal)) {
        names.read.add(literal.value.replace(/^\w+\.| as \w+$/g, ''))
      }
    },
  }).visit(program)
  return names
}

/** The objects whose keys are fields: arguments of object schemas, tables of fields, and what these are spread from. */
function shapesOf(program: ESTree.Program, code: string): Set<ESTree.ObjectExpression> {
  const shapes = new Set<ESTree.ObjectExpression>()
  const constants = new Map<string, ESTree.ObjectExpression>()
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier' && init?.type === 'ObjectExpression') constants.set(id.name, init)
    },
    CallExpression: ({ callee, arguments: values }) => {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      if (!OBJECT_SCHEMAS.has(callee.property.name)) return
      for (const value of values) if (value.type === 'ObjectExpression') shapes.add(value)
    },
    TSSatisfiesExpression: ({ expression, typeAnnotation }) => {
      if (expression.type === 'ObjectExpression' && code.slice(typeAnnotation.start, typeAnnotation.end) === 'Fields') {
        shapes.add(expression)
      }
    },
  }).visit(program)
  // Iterating a set includes elements that are added meanwhile.
  for (const shape of shapes) {
    for (const property of shape.properties) {
      if (property.type !== 'SpreadElement' || property.argument.type !== 'Identifier') continue
      const spread = constants.get(property.argument.name)
      if (spread !== undefined) shapes.add(spread)
    }
  }
  return shapes
}

function addKeys(names: Set<string>, { properties }: ESTree.ObjectExpression | ESTree.ObjectPattern): void {
  for (const property of properties) {
    if (property.type === 'Property' && !property.computed) addName(names, property.key)
  }
}

function addName(names: Set<string>, key: ESTree.Node): void {
  if (key.type === 'Identifier') names.add(key.name)
  if (key.type === 'Literal' && typeof key.value === 'string') names.add(key.value)
}
