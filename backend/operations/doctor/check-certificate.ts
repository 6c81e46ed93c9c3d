import { isIP } from 'node:net'
import { connect, type PeerCertificate } from 'node:tls'
import { DAY_MS } from '@shop/contract/durations'
import type { Finding } from '../../platform/finding.ts'

const TIMEOUT_MS = 10_000
/** certbot renews thirty days before the end. */
const WARNING_DAYS = 14

/** The end of the certificate, or why it is not trusted. */
export type CertificateState =
  | { endsAt: Date; problem: null }
  | { endsAt: Date | null; problem: 'expired' | 'untrusted' | 'other_name' | 'not_found' | 'refused' | 'no_answer' }

/** Checks a certificate as a browser would. `ca` is for tests. */
export function readCertificate(origin: string, { ca }: { ca?: string } = {}): Promise<CertificateState> {
  const { hostname, port } = new URL(origin)
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port: Number(port || 443),
      // An IP address has no server name.
      ...(isIP(host) === 0 ? { servername: host } : {}),
      rejectUnauthorized: false,
      ...(ca === undefined ? {} : { ca }),
    })
    const finish = (state: CertificateState) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(state)
    }
    const timer = setTimeout(() => finish({ endsAt: null, problem: 'no_answer' }), TIMEOUT_MS)
    socket.once('error', (error) => finish({ endsAt: null, problem: connectionProblem(error) }))
    socket.once('secureConnect', () => {
      // Node types the code as an error.
      finish(stateOf(socket.getPeerCertificate(), String(socket.authorizationError ?? '')))
    })
  })
}

function connectionProblem(error: Error): 'not_found' | 'refused' | 'no_answer' {
  const code = 'code' in error ? error.code : undefined
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'not_found'
  return code === 'ECONNREFUSED' ? 'refused' : 'no_answer'
}

function stateOf({ valid_to }: PeerCertificate, refusal: string): CertificateState {
  const endsAt = new Date(valid_to)
  if (refusal === '') return { endsAt, problem: null }
  if (/EXPIRED/.test(refusal)) return { endsAt, problem: 'expired' }
  return { endsAt, problem: /ALTNAME/.test(refusal) ? 'other_name' : 'untrusted' }
}

const RENEW_ADVICE = 'Renew it and have the web server read it: "certbot renew" and "systemctl reload nginx".'

const CERTIFICATE_PROBLEMS = {
  expired: { text: 'has expired, so browsers warn of the shop', remedy: RENEW_ADVICE },
  untrusted: {
    text: 'is not signed by anyone browsers trust, so they warn of the shop',
    remedy:
      'Use one of a certificate authority, with all that stands between it and yours ("fullchain.pem" of certbot).',
  },
  other_name: {
    text: 'is for another name, so browsers warn of the shop',
    remedy: 'Get one for the name in PUBLIC_URL, or correct PUBLIC_URL.',
  },
} as const

const UNREACHED_PROBLEMS = {
  not_found: {
    text: 'That name is not found, so no one can reach the shop there.',
    remedy: 'Enter it at the company that has your domain, or correct PUBLIC_URL.',
  },
  refused: {
    text: 'The connection is refused, so no one can reach the shop there.',
    remedy: 'Start the web server, and let port 443 through the firewall.',
  },
  no_answer: {
    text: 'There is no answer, or none by https.',
    remedy:
      'Open that address in a browser. If it is right there, let this machine reach it too; else check the web server.',
  },
} as const

export async function checkCertificate(origin: string, now: Date, options: { ca?: string } = {}): Promise<Finding[]> {
  if (!origin.startsWith('https:')) return []
  const { endsAt, problem } = await readCertificate(origin, options)
  if (problem === 'not_found' || problem === 'refused' || problem === 'no_answer') {
    const { text, remedy } = UNREACHED_PROBLEMS[problem]
    return [{ code: `address_${problem}`, severity: 'error', text: `${origin} cannot be reached. ${text}`, remedy }]
  }
  if (problem !== null) {
    const { text, remedy } = CERTIFICATE_PROBLEMS[problem]
    return [
      { code: `certificate_${problem}`, severity: 'error', text: `The certificate of ${origin} ${text}.`, remedy },
    ]
  }
  const days = Math.floor((endsAt.getTime() - now.getTime()) / DAY_MS)
  if (days >= WARNING_DAYS) return []
  const text = `The certificate of ${origin} ends in ${days} days, and nothing has renewed it.`
  return [{ code: 'certificate_ends', severity: 'warning', text, remedy: RENEW_ADVICE }]
}
