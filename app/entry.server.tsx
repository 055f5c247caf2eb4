import { renderToReadableStream } from 'react-dom/server'
import {
  createContext,
  type EntryContext,
  type HandleErrorFunction,
  RouterContextProvider,
  ServerRouter,
} from 'react-router'
import type { Locale } from '#shared/locales.ts'
import { localeContext, releaseContext } from '#shared/messages.ts'
import { type Services, servicesContext } from '#shared/services.ts'
import { AreaSheets } from './areas/area-styles.ts'
import dev from './areas/dev.css?inline'
import newsletter from './areas/newsletter.css?inline'
import owner from './areas/owner.css?inline'
import visitors from './areas/public.css?inline'
import reader from './areas/reader.css?inline'

/** Style sheets of all areas, which only the server bundle contains; the server allows their hashes. */
export const areaSheets = { public: visitors, reader, owner, newsletter, dev }

/** Renders a page completely: pages are cached and sent many times, so streaming gains nothing. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const page = (
    <AreaSheets value={areaSheets}>
      <ServerRouter context={context} url={request.url} />
    </AreaSheets>
  )
  const stream = await renderToReadableStream(page, {
    signal: request.signal,
    // A section that is streamed later would need JavaScript to be inserted.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  })
  await stream.allReady
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(stream, { status, headers })
}

/**
 * Creates the loader context with the features' services. It is here because the server bundle would import another
 * instance of the context object than the page bundle.
 */
export function createPageContext(services: Services, locale: Locale): RouterContextProvider {
  const provider = new RouterContextProvider()
  provider.set(servicesContext, services)
  provider.set(localeContext, locale)
  provider.set(releaseContext, import.meta.env['VITE_RELEASE'] ?? null)
  return provider
}

const failureContext = createContext<{ error: unknown } | undefined>(undefined)

/**
 * Stores the error of a loader, an action or a render for the server to log and answer; React Router would print it
 * with its data.
 */
export const handleError: HandleErrorFunction = (error, { context }) =>
  (context as RouterContextProvider).set(failureContext, { error })

/** Returns the error that occurred while a page was rendered, if any. */
export function failureOf(context: RouterContextProvider): { error: unknown } | undefined {
  return context.get(failureContext)
}
