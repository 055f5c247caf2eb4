import dns from 'node:dns'
import net from 'node:net'
import { onTestFinished } from 'vitest'

/** Records all connections and DNS lookups of this process until the test ends. */
export function watchNetwork(): () => string[] {
  const opened: string[] = []
  const { connect } = net.Socket.prototype
  const { lookup } = dns
  const promised = dns.promises.lookup
  net.Socket.prototype.connect = function watched(this: net.Socket, ...options: unknown[]) {
    opened.push(`connect ${JSON.stringify(options[0])}`)
    return Reflect.apply(connect, this, options) as net.Socket
  } as typeof connect
  dns.lookup = ((...options: Parameters<typeof lookup>) => {
    opened.push(`lookup ${options[0]}`)
    return Reflect.apply(lookup, dns, options)
  }) as typeof lookup
  dns.promises.lookup = (async (...options: Parameters<typeof promised>) => {
    opened.push(`lookup ${options[0]}`)
    return Reflect.apply(promised, dns.promises, options)
  }) as typeof promised
  onTestFinished(() => {
    net.Socket.prototype.connect = connect
    dns.lookup = lookup
    dns.promises.lookup = promised
  })
  return () => opened
}
