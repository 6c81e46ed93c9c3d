import { type AdminLine, adminLines, type EditedLine, type LineQuestion } from '@shop/contract/catalog/lines'
import { undoChange } from '../../admin/audit/undo-change.ts'
import { UNDO_RULES } from '../../modules.ts'
import type { AdminVisitor } from '../admin-visitor.ts'
import type { TestShop } from '../test-shop.ts'

type Listed = { lines: AdminLine[]; question: LineQuestion | null; seen: string }

export function buildLine(line: Partial<EditedLine> & { line: string }): EditedLine {
  const nothing = { words: null, text: null, photo: null, preview: null, answer: null }
  return { ...nothing, featured: true, goes_with: [], hidden: false, ...line }
}

/** Edits lines as the admin's form does. */
export function editLines(shop: TestShop, visitor: () => AdminVisitor) {
  const list = async (): Promise<Listed> => (await visitor().call(adminLines.listLines)).json()
  return {
    list,
    find: async (name: string): Promise<EditedLine> => {
      const found = (await list()).lines.find(({ line }) => line === name)
      if (found === undefined) throw new Error(`no line ${name}`)
      return buildLine(found)
    },
    save: async (was: string | null, line: EditedLine, rest: object = {}) =>
      visitor().call(adminLines.saveLine, { was, line, seen: (await list()).seen, ...rest }),
    remove: async (line: string, to: string | null) =>
      visitor().call(adminLines.removeLine, { line, to, seen: (await list()).seen }),
    undo: async (id: number) => {
      await undoChange({ database: shop.store.database, clock: shop.clock, actor: 'ada', rules: UNDO_RULES }, id)
    },
  }
}
