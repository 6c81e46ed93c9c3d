import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from '@playwright/test'
import { adminMailTexts } from '@shop/contract/mail/templates'
import { escapeHtml } from '../backend/platform/lib/text.ts'
import { signInFirstOwner } from '../tests/harness/shop/sign-in-first-owner.ts'

const WIDTHS_PX = [360, 640] as const
const COLOR_SCHEMES = ['light', 'dark'] as const

type Shown = { name: string; subject: string; html: string }

/** Makes a picture of each mail at each width and in each color scheme, and a sheet of all of them, `sheet.jpg`. */
export async function pictureMails(browser: Browser, inviteLink: string, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const mails = await listMails(browser, inviteLink)
  for (const colorScheme of COLOR_SCHEMES) {
    for (const width of WIDTHS_PX) {
      const page = await browser.newPage({ viewport: { width, height: 400 }, colorScheme })
      for (const { name, html } of mails) {
        await page.setContent(html, { waitUntil: 'load' })
        await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true })
      }
      await page.close()
    }
  }
  await pictureSheet(browser, mails, folder)
  console.info(`${mails.length} mails: ${join(folder, 'sheet.jpg')}`)
}

/** Every mail as the admin shows it, with the latest order. Its pictures come from the shop that is asked. */
async function listMails(browser: Browser, inviteLink: string): Promise<Shown[]> {
  const { origin } = new URL(inviteLink)
  const context = await browser.newContext({ baseURL: origin })
  await signInFirstOwner(context.request, inviteLink)
  const page = await context.newPage()
  await page.goto('/admin')
  const { texts } = adminMailTexts.listMailTexts.response.parse(await ask(page, adminMailTexts.listMailTexts, null))
  const mails: Shown[] = []
  for (const { name, subject, body } of texts) {
    const answer = await ask(page, adminMailTexts.previewMailText, { name, subject, body, about: '' })
    const preview = adminMailTexts.previewMailText.response.parse(answer)
    mails.push({ name, subject: preview.subject, html: preview.html.replaceAll(' src="/', ` src="${origin}/`) })
  }
  await context.close()
  return mails
}

function ask(page: Page, { method, path }: { method: string; path: string }, body: object | null): Promise<unknown> {
  return page.evaluate(
    async ([url, verb, sent]) => {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(url, sent === null ? { method: verb } : { method: verb, headers, body: sent })
      return response.json()
    },
    [path, method, body === null ? null : JSON.stringify(body)] as const,
  )
}

async function pictureSheet(browser: Browser, mails: readonly Shown[], folder: string): Promise<void> {
  const figures = mails.map(({ name, subject }) => {
    const pictures = COLOR_SCHEMES.flatMap((scheme) =>
      WIDTHS_PX.map((width) => `<img src="${name}-${width}-${scheme}.png" width="${width / 2}" alt="">`),
    )
    return `<figure><figcaption>${name}: ${escapeHtml(subject)}</figcaption>${pictures.join(' ')}</figure>`
  })
  const style =
    'body{margin:20px;columns:2;font:13px sans-serif}figure{margin:0 0 24px;break-inside:avoid}img{vertical-align:top}'
  const file = join(folder, 'sheet.html')
  await writeFile(
    file,
    `<!doctype html><meta charset="utf-8"><title>Emails</title><style>${style}</style>${figures.join('')}`,
  )
  const page = await browser.newPage({ viewport: { width: 2140, height: 1000 } })
  await page.goto(pathToFileURL(file).href)
  await page.screenshot({ path: join(folder, 'sheet.jpg'), type: 'jpeg', quality: 80, fullPage: true })
  await page.close()
}
