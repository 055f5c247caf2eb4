import { useEffect, useLayoutEffect, useMemo } from 'react'
import { useLocation, useMatches } from 'react-router'

/*
 * A page may stay open while the site is updated. Its scripts then receive data of another release, which works unless
 * a text or a field has another name there. Loading the page as a document brings the scripts that belong to the data.
 */

let shownPages = 0
/** Release of the scripts. The document may name a later one, once the data of the frame has been loaded again. */
let own: string | undefined
let pending: Promise<void> | undefined

/** Counts pages that this document has shown, and remembers which release its scripts are of. */
export function usePageCount(): void {
  const { key } = useLocation()
  useLayoutEffect(() => {
    shownPages += 1
    own ??= releaseOf(document)
  }, [key])
}

/** Returns whether the current page was reached without loading a document. */
const hasNavigated = () => shownPages > 1

/** Calls {@link reloadForOtherRelease} when an error page is shown, unless it was loaded as a document. */
export function useOtherRelease(error: unknown): void {
  const releases = useReleases(useMatches())
  useEffect(() => {
    if (hasNavigated()) reloadForOtherRelease(releases)
  }, [error, releases])
}

/** Returns the releases that sent the data of a page, as far as its loaders say. */
export function useReleases(matches: readonly { loaderData: unknown }[]): readonly string[] {
  return useMemo(() => matches.flatMap(({ loaderData }) => releaseIn(loaderData)), [matches])
}

/**
 * Loads the current page as a document if its data came from another release than its scripts. Where the data does not
 * say so, such as after a failed request, the release of the document at its address decides. May be called while the
 * page is rendered; on the server it does nothing. A document is not loaded twice.
 *
 * @param releases Releases that sent the data of the page.
 */
export function reloadForOtherRelease(releases: readonly string[]): void {
  const other = releases.find((release) => release !== own)
  if (!own || (pending && !other)) return
  pending = (other ? Promise.resolve(other) : fetchRelease())
    .then((release) => {
      // While releases are rolled out, hosts differ: the document may come from either, with scripts of its own.
      if (other || (release && release !== own && hasNavigated())) location.reload()
    })
    // Without a connection the page says itself what to do.
    .catch(() => undefined)
    .finally(() => (pending = undefined))
}

async function fetchRelease(): Promise<string | undefined> {
  const answer = await fetch(location.href, { headers: { accept: 'text/html' }, cache: 'no-cache' })
  return releaseOf(new DOMParser().parseFromString(await answer.text(), 'text/html'))
}

/** Returns the release that rendered a document; undefined in development and on a page that failed completely. */
function releaseOf(page: Document): string | undefined {
  return page.querySelector<HTMLMetaElement>('meta[name=release]')?.content
}

function releaseIn(data: unknown): string[] {
  return typeof data === 'object' && data !== null && 'release' in data && typeof data.release === 'string'
    ? [data.release]
    : []
}
