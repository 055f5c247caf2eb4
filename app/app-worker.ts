/*
 * Service worker of the installed app: shows a page of our own when a page cannot be loaded, with the books that are
 * saved on this device. It answers navigations only and caches nothing; books have a worker of their own
 * (features/reader/ui/offline), whose scope is narrower and so comes first.
 */
import { listSavedBooks } from '#features/reader/ui/offline/saved-books.ts'
import { splitLocale } from '#shared/locales.ts'
import { offlineResponse, type WorkerFetchEvent, type WorkerScope } from '#ui/service-worker.ts'
import { offlineTexts } from './offline-texts.ts'

const scope = globalThis as unknown as WorkerScope

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()))
scope.addEventListener('activate', (event) =>
  // The browser requests the page while it starts the worker, so that navigation does not wait for it.
  event.waitUntil(Promise.all([scope.registration.navigationPreload?.enable(), scope.clients.claim()])),
)
scope.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate' && event.request.method === 'GET') event.respondWith(answer(event))
})

async function answer(event: WorkerFetchEvent): Promise<Response> {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    const { locale } = splitLocale(new URL(event.request.url).pathname)
    const links = await listSavedBooks(locale).catch(() => [])
    return offlineResponse({ language: locale, ...offlineTexts[locale], links })
  }
}
