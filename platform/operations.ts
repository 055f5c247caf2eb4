import { tracingChannel } from 'node:diagnostics_channel'

/** Kinds of background operations, which metrics and traces name. */
type OperationKind = 'job' | 'mail' | 'delivery' | 'storage'

/** A background operation in progress. Node adds the error with which it ended. */
export type Operation = { kind: OperationKind; name: string; error?: unknown }

/**
 * Channel on which operations begin and end. Metrics and traces subscribe to it, so that the code that does the work
 * depends on neither.
 *
 * @see https://nodejs.org/api/diagnostics_channel.html#class-tracingchannel
 */
export const operations = tracingChannel<unknown, Operation>('swade:operation')

/**
 * Calls the handlers when operations begin and end.
 *
 * @returns Stops it.
 */
export function subscribeToOperations(handlers: {
  start?(operation: Operation): void
  asyncEnd(operation: Operation): void
}): () => void {
  // The types of the channel do not declare the other handlers as optional, although they are.
  const all = handlers as unknown as Parameters<typeof operations.subscribe>[0]
  operations.subscribe(all)
  return () => {
    operations.unsubscribe(all)
  }
}

/** Runs an operation that metrics and traces measure; costs nothing while neither is on. */
export function observe<Result>(kind: OperationKind, name: string, work: () => Promise<Result>): Promise<Result> {
  return operations.tracePromise(work, { kind, name })
}
