import { renderToReadableStream } from 'react-dom/server'
import {
  createContext,
  type EntryContext,
  type HandleErrorFunction,
  RouterContextProvider,
  ServerRouter,
} from 'react-router'
import type { Locale } from '#shared/locales.ts'
import { localeContext } from '#shared/messages.ts'
import { type Services, servicesContext } from '#shared/services.ts'
import { AreaSheets } from './areas/area-styles.ts'
import dev from './areas/dev.css?inline'
import newsletter from './areas/newsletter.css?inline'
import owner from './areas/owner.css?inline'
import visitors from './areas/public.css?inline'
import reader from './areas/reader.css?inline'

/** Only the server carries the text of all. */
const sheets = { public: visitors, reader, owner, newsletter, dev }

/**
 * Renders one page to its end: pages are kept and sent many times, so there is nothing to gain from streaming one.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const page = (
    <AreaSheets value={sheets}>
      <ServerRouter context={context} url={request.url} />
    </AreaSheets>
  )
  const stream = await renderToReadableStream(page, {
    signal: request.signal,
    // A large section sent apart would need script to take its place.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  })
  await stream.allReady
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(stream, { status, headers })
}

/**
 * Puts the rooms' services where loaders look for them. Lives here because the context object of the page bundle
 * is not the one the server bundle would import.
 */
export function createPageContext(services: Services, locale: Locale): RouterContextProvider {
  const provider = new RouterContextProvider()
  provider.set(servicesContext, services)
  provider.set(localeContext, locale)
  return provider
}

const failureContext = createContext<{ error: unknown } | undefined>(undefined)

/**
 * Keeps what a loader, an action or a render threw, for the server to log and to answer; by itself React Router would
 * print it, data and all.
 */
export const handleError: HandleErrorFunction = (error, { context }) =>
  (context as RouterContextProvider).set(failureContext, { error })

/** What went wrong while a page was made, if anything did. */
export function failureOf(context: RouterContextProvider): { error: unknown } | undefined {
  return context.get(failureContext)
}
