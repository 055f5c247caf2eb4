import type { FastifyInstance } from 'fastify'

/** Thrown when a server cannot listen, for a reason that operators can fix. The message needs no stack trace. */
export class ListenError extends Error {
  constructor(message: string, options: { cause: unknown }) {
    super(message, options)
    this.name = 'ListenError'
  }
}

/**
 * Listens on the port of a setting.
 *
 * @throws ListenError that names the settings to change.
 */
export async function listenOn(
  app: Pick<FastifyInstance, 'listen'>,
  setting: 'PORT' | 'METRICS_PORT',
  { port, host }: { port: number; host: string },
): Promise<void> {
  try {
    await app.listen({ port, host })
  } catch (error) {
    const message = explain((error as NodeJS.ErrnoException).code, setting, port, host)
    throw message ? new ListenError(message, { cause: error }) : error
  }
}

function explain(code: string | undefined, setting: string, port: number, host: string): string | undefined {
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is already in use. Stop the process that uses it, or set a different ${setting}.`
  if (code === 'EACCES')
    return `This user may not use port ${port} on ${host}. Set ${setting} to 1024 or higher, or give the process permission to use low ports.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `HOST ${host} is not an address of this machine. Set HOST to 127.0.0.1, or to 0.0.0.0 for all addresses.`
  return undefined
}
