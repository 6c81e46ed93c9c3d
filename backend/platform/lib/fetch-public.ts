import { lookup as lookupHost } from 'node:dns'
import { get as getByHttp, type IncomingMessage } from 'node:http'
import { get as getByHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

export type Fetched = { text: string; headers: IncomingMessage['headers'] } | { problem: string }

export type IsAllowed = (address: string) => boolean

const MAX_BYTES = 2_000_000

const NOT_PUBLIC = 'its address is not a public one'

/** IANA's special-purpose registries, as subnets. */
const SPECIAL_V4 =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3'
/** Within 2000::/3: those that carry an IPv4 address, and examples. */
const SPECIAL_V6 = '2001::/23 2001:db8::/32 2002::/16 3fff::/20'

const special = new BlockList()
for (const subnet of `${SPECIAL_V4} ${SPECIAL_V6}`.split(' ')) {
  const [network = '', bits] = subnet.split('/')
  special.addSubnet(network, Number(bits), network.includes(':') ? 'ipv6' : 'ipv4')
}
const given = new BlockList()
given.addSubnet('2000::', 3, 'ipv6')

/** Whether an address is on the open Internet: not this machine, its network, or a service of its host. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !special.check(address, 'ipv4')
  return family === 6 && given.check(address, 'ipv6') && !special.check(address, 'ipv6')
}

/** Fetches a text from a typed address. No redirects, only 200, and only from the address that was checked. */
export function fetchPublic(url: string, timeoutMs: number, isAllowed: IsAllowed = isPublicAddress): Promise<Fetched> {
  const { protocol, hostname } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  // A numeric address needs no lookup.
  if (isIP(host) !== 0 && !isAllowed(host)) return Promise.resolve({ problem: NOT_PUBLIC })
  const get = protocol === 'https:' ? getByHttps : getByHttp
  const signal = AbortSignal.timeout(timeoutMs)
  return new Promise((resolve) => {
    const fail = () => resolve({ problem: signal.aborted ? 'no answer in time' : 'no connection' })
    const refuse = () => resolve({ problem: NOT_PUBLIC })
    get(url, { agent: false, signal, lookup: lookupAllowed(isAllowed, refuse) }, (response) => {
      response.once('error', fail)
      void read(response).then(resolve, fail)
    }).once('error', fail)
  })
}

function lookupAllowed(isAllowed: IsAllowed, refuse: () => void): LookupFunction {
  return (hostname, options, callback) => {
    lookupHost(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error !== null || first === undefined) return callback(error ?? new Error('no address'), '')
      if (!addresses.every(({ address }) => isAllowed(address))) {
        refuse()
        return callback(new Error(NOT_PUBLIC), '')
      }
      if (options.all === true) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

async function read(response: IncomingMessage): Promise<Fetched> {
  const { statusCode, headers } = response
  if (statusCode !== 200) {
    response.destroy()
    return { problem: `status ${statusCode}` }
  }
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) {
      response.destroy()
      return { problem: `more than ${MAX_BYTES / 1_000_000} MB` }
    }
    chunks.push(chunk)
  }
  return { text: Buffer.concat(chunks).toString('utf8'), headers }
}
