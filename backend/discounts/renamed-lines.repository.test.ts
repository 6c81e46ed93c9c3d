import { adminAudit } from '@shop/contract/audit/admin'
import { type AdminLine, adminLines } from '@shop/contract/catalog/lines'
import { describe, expect } from 'vitest'
import { findOrder } from '../orders/orders.repository.ts'
import { type AdminVisitor, signInAs } from '../testing/admin-visitor.ts'
import { discountCodesOn } from '../testing/orders/discount-codes.ts'
import { ENGINES } from '../testing/servers/engines.ts'
import { testsOn } from '../testing/tests-on.ts'

describe.each(ENGINES)('a discount code for a line on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const { shop, owner, db, enter, enterOn, get, change, take, undo } = discountCodesOn(engine)

  /** Adds a line, or gives one another name. */
  const saveLine = async (was: string | null, name: string) => {
    const { lines, seen } = (await owner().call(adminLines.listLines)).json<{ lines: AdminLine[]; seen: string }>()
    const present = lines.find(({ line }) => line === was)
    const withoutUrl = (picture: { file: string; alt: string } | null | undefined) =>
      picture ? { file: picture.file, alt: picture.alt } : null
    const pictures = { photo: withoutUrl(present?.photo), preview: withoutUrl(present?.preview) }
    const words = { words: present?.words ?? null, text: present?.text ?? null, featured: true, hidden: false }
    const goes_with = present?.goes_with ?? []
    const saved = {
      was,
      line: { line: name, answer: present?.answer ?? null, goes_with, ...words, ...pictures },
      in_names: false,
      seen,
    }
    return (await owner().call(adminLines.saveLine, saved)).json<{ audit_id: number }>().audit_id
  }

  test('one for a line follows the line to its new name, also when another one gets the former name, and back', async () => {
    await enterOn({ lines: ['Campus', 'Nomad'] })
    await enter({}, 'OTHERS')
    const renamed = await saveLine('Campus', 'Scholar')
    const added = await saveLine(null, 'Campus')
    expect(await get()).toMatchObject({ lines: ['Scholar', 'Nomad'] })
    expect(await get('OTHERS')).toMatchObject({ lines: [], version: 0 })
    const { orderId } = await take()
    expect((await findOrder(db(), orderId))?.discount_cents).toBe(1400)
    await undo(added)
    expect((await undo(renamed)).statusCode).toBe(200)
    expect(await get()).toMatchObject({ lines: ['Campus', 'Nomad'] })
  })

  test('one for a line that is removed is for the line that takes its place, and an undo gives both back', async () => {
    await enterOn({ lines: ['Campus'] })
    await enter({ lines: ['Nomad', 'Campus'] }, 'BOTH')
    const { seen } = (await owner().call(adminLines.listLines)).json<{ seen: string }>()
    const removed = await owner().call(adminLines.removeLine, { line: 'Campus', to: 'Nomad', seen })
    expect([(await get())?.lines, (await get('BOTH'))?.lines]).toEqual([['Nomad'], ['Nomad']])
    await undo(removed.json<{ audit_id: number }>().audit_id)
    expect([(await get())?.lines, (await get('BOTH'))?.lines]).toEqual([['Campus'], ['Nomad', 'Campus']])
  })

  onBoth(
    'a rename of a line stands in the way of an earlier undo and of a form that is open, and helpers read no code of it',
    async () => {
      await enter({ lines: ['Campus'] })
      const changed = (await change({ lines: ['Campus'], value: 15 }, 0)).json<{ audit_id: number }>().audit_id
      const renamed = await saveLine('Campus', 'Scholar')
      expect((await change({ lines: ['Campus'], value: 20 }, 1)).statusCode).toBe(409)
      expect((await undo(changed)).json().message).toContain(`because of a later one: change ${renamed} (lines changed`)
      const listed = async (visitor: AdminVisitor) => JSON.stringify((await visitor.call(adminAudit.listAudit)).json())
      expect(await listed(owner())).toContain('SUMMER')
      expect(await listed(await signInAs(shop, 'helper'))).not.toContain('SUMMER')
      expect((await undo(renamed)).statusCode).toBe(200)
      expect((await undo(changed)).statusCode).toBe(200)
      expect(await get()).toMatchObject({ lines: ['Campus'], value: 10 })
    },
  )
})
