import { AsyncLocalStorage } from 'node:async_hooks'

/** Client whose address comes from a proxy that `TRUSTED_PROXIES` does not name. */
type ForwardedClient = {
  /** Address that the proxy named, the key of the client's rate limits. */
  address: string
  /** Address of the proxy itself. */
  proxy: string
}

/**
 * Client of the current request where its address is not proven. Rate limits then count it under the address it came
 * with and, more generously, under the proxy, so that an invented address gains little.
 */
export const forwardedClient = new AsyncLocalStorage<ForwardedClient>()
