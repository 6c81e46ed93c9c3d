import type { FastifyRequest } from 'fastify'

const LOOPBACK_ADDRESSES = /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/

/** Headers that proxies and content delivery networks add, one of them at least. */
const PROXY_HEADERS =
  /^(forwarded|via|x-forwarded-.+|x-real-ip|x-client-ip|x-cluster-client-ip|x-(url-)?scheme|true-client-ip|cf-connecting-ip|fastly-client-ip|front-end-https)$/

/**
 * Whether a request comes from a program on this machine. A proxy on this machine connects from there as well, whoever its
 * client is.
 */
export function isFromSameMachine({ socket, headers }: Pick<FastifyRequest, 'socket' | 'headers'>): boolean {
  const isForwarded = Object.keys(headers).some((name) => PROXY_HEADERS.test(name))
  return !isForwarded && LOOPBACK_ADDRESSES.test(socket.remoteAddress ?? '')
}
