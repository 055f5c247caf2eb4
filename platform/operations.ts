import { tracingChannel } from 'node:diagnostics_channel'

/** Kinds of background operations, which metrics and traces name. */
export type OperationKind = 'job' | 'mail' | 'delivery' | 'storage'

/** A background operation in progress. Node adds the error with which it ended. */
export type Operation = { kind: OperationKind; name: string; error?: unknown }

/**
 * Channel on which operations begin and end. Metrics and traces subscribe to it, so that the code that does the work
 * depends on neither.
 *
 * @see https://nodejs.org/api/diagnostics_channel.html#class-tracingchannel
 */
export const operations = tracingChannel<unknown, Operation>('swade:operation')

/** Runs an operation that metrics and traces measure; costs nothing while neither is on. */
export function observe<Result>(kind: OperationKind, name: string, work: () => Promise<Result>): Promise<Result> {
  return operations.tracePromise(work, { kind, name })
}
