import type { ShopSettings } from '@shop/contract/pages/shop'
import { headerText } from '../platform/lib/text.ts'
import type { OutboxMail } from './outbox.repository.ts'

export type Mailer = {
  /** Resolves only when the server has accepted the message. */
  send: (mail: OutboxMail, signal: AbortSignal) => Promise<void>
  /** Ends pooled connections. */
  close?: () => void
}

/** For connecting, and for each response. */
const TIMEOUTS_MS = { connect: 10_000, silence: 20_000 }
/** Connections, and milliseconds to pool an idle one: servers end them after ten seconds or more. */
const MAX_CONNECTIONS = 10
const IDLE_MS = 5000

/** `null` without SMTP settings. */
export function createMailer(
  { smtpUrl, publicUrl }: { smtpUrl: string | null; publicUrl: string | null },
  readShop: () => Promise<ShopSettings>,
  timeouts = TIMEOUTS_MS,
): Mailer | null {
  if (smtpUrl === null) return null
  // Loaded by the first message.
  const openTransport = async () =>
    (await import('nodemailer')).createTransport({
      url: smtpUrl,
      pool: true,
      maxConnections: MAX_CONNECTIONS,
      idleTimeout: IDLE_MS,
      // The outbox retries.
      maxRequeues: 0,
      connectionTimeout: timeouts.connect,
      greetingTimeout: timeouts.connect,
      socketTimeout: timeouts.silence,
      // Messages never load files or URLs.
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  let opening: ReturnType<typeof openTransport> | null = null
  return {
    close: () => {
      void opening?.then((transport) => transport.close())
      opening = null
    },
    send: async (mail, signal) => {
      const shop = await readShop()
      opening ??= openTransport()
      const transport = await opening
      const host = new URL(publicUrl ?? shop.url).hostname
      await transport.sendMail({
        from: { name: headerText(shop.name), address: shop.email },
        to: { name: '', address: mail.recipient },
        ...(mail.reply_to === null ? {} : { replyTo: { name: '', address: mail.reply_to } }),
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId: `<${mail.id}@${host}>`,
        date: new Date(mail.created_at),
        // All but answers are generated.
        ...(mail.kind === 'inquiry-answer' ? {} : { headers: { 'auto-submitted': 'auto-generated' } }),
        signal,
      })
    },
  }
}

/** A code such as `EAUTH 535`; `null` when it accepts us. */
export async function checkMailServer(smtpUrl: string): Promise<string | null> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: TIMEOUTS_MS.connect,
    greetingTimeout: TIMEOUTS_MS.connect,
    socketTimeout: TIMEOUTS_MS.connect,
  })
  try {
    await transport.verify()
    return null
  } catch (error) {
    return describeMailError(error)
  } finally {
    transport.close()
  }
}

/** RFC 5321's replies about an address: unknown, moved, not allowed. */
const ADDRESS_REPLIES: readonly unknown[] = [550, 551, 553]

/**
 * Whether the address is unknown, so a retry is useless. A server that refuses to relay uses the same replies; its
 * enhanced code (RFC 3463) is not 5.1.
 */
export function isUnknownRecipient(error: unknown): boolean {
  if (!(error instanceof Error) || !('command' in error) || !('responseCode' in error)) return false
  if (error.command !== 'RCPT TO' || !ADDRESS_REPLIES.includes(error.responseCode)) return false
  const response = 'response' in error ? String(error.response) : ''
  const enhanced = /^\d{3}[ -](\d\.\d+)\.\d+/.exec(response)?.[1]
  return enhanced === undefined || enhanced === '5.1'
}

/** Codes only, since a server's text can contain an address. */
export function describeMailError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  const response = 'responseCode' in error && typeof error.responseCode === 'number' ? ` ${error.responseCode}` : ''
  return `${code}${response}`
}
