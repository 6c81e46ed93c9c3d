import { isIPv6 } from 'node:net'

/** An address as it is counted: one household or server of IPv6 has a whole /64 to itself. */
export function addressKey(ip: string): string {
  if (!isIPv6(ip) || ip.includes('.')) return ip.replace(/^::ffff:/i, '')
  const [head = '', tail = ''] = ip.split('::')
  const before = head.split(':').filter((part) => part !== '')
  const after = tail.split(':').filter((part) => part !== '')
  const middle = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  const groups = ip.includes('::') ? [...before, ...middle, ...after] : before
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
