import { adminMailTexts } from '@shop/contract/mail/templates'
import type { FastifyInstance } from 'fastify'
import { adminRoute, OWNERS } from '../admin/admin-route.ts'
import { sendWords } from '../admin/mail/mail.admin-routes.ts'
import type { Context } from '../platform/context.ts'
import { changeMailText, requireTextName, requireUsable } from './change-mail-texts.ts'
import { listMailTexts, previewMailText } from './preview-mail-text.ts'

export function mailTextsAdminRoutes(app: FastifyInstance, context: Context): void {
  const { database } = context

  adminRoute(app, context, adminMailTexts.listMailTexts, OWNERS, async () => ({ texts: await listMailTexts(database) }))

  adminRoute(app, context, adminMailTexts.changeMailText, OWNERS, async ({ body }, { admin }) => {
    const { name, subject, body: text, version: seen } = body
    const change = { name: requireTextName(name), wanted: { subject, body: text }, seen }
    return { audit_id: await changeMailText({ ...context, actor: admin.email }, change) }
  })

  adminRoute(app, context, adminMailTexts.resetMailText, OWNERS, async ({ body }, { admin }) => {
    const change = { name: requireTextName(body.name), wanted: null, seen: body.version }
    return { audit_id: await changeMailText({ ...context, actor: admin.email }, change) }
  })

  adminRoute(app, context, adminMailTexts.previewMailText, OWNERS, async ({ body }) => {
    const { subject, body: text, about } = body
    const name = requireTextName(body.name)
    requireUsable(name, { subject, body: text })
    const mail = await previewMailText(context, name, { words: { subject, body: text }, about })
    return { ...mail, html: withOwnPictures(mail.html) }
  })

  adminRoute(app, context, adminMailTexts.sendMailText, OWNERS, async ({ body }, { admin }) => {
    const { subject, body: text, about } = body
    const name = requireTextName(body.name)
    requireUsable(name, { subject, body: text })
    const mail = await previewMailText(context, name, { words: { subject, body: text }, about })
    await sendWords(context, admin.email, mail)
    return { audit_id: null }
  })
}

/** Pictures from the admin's address, which may differ from that of links. */
function withOwnPictures(html: string): string {
  return html.replace(/ src="https?:\/\/[^/"]+\//g, ' src="/')
}
