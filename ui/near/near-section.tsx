import { type ComponentType, createElement, type ReactElement, Suspense, use, useContext, useEffect, useRef, useState } from 'react'
import {
  UNSAFE_FetchersContext as FetchersContext,
  UNSAFE_FrameworkContext as FrameworkContext,
  UNSAFE_RouteContext as RouteContext,
  UNSAFE_ViewTransitionContext as ViewTransitionContext,
  useLocation,
  useMatches,
  useNavigate,
  useNavigation,
} from 'react-router'
import { type ArrivingCode, arrivingCode } from '#ui/arriving-code.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { forgetPress, goWithout, keepFor, keepPress, takeKept } from './kept-press.ts'
import { watchNear } from './nearness.ts'
import { WholePassage } from './whole-passage.ts'

/** Between tries for a passage that is not even here as HTML, in milliseconds. */
const retryMs = 5_000

/** A passage of a page that can be fetched ahead. */
export type NearSection<Props> = ComponentType<Props> & Pick<ArrivingCode<unknown>, 'fetch'>

/**
 * A passage that the server renders whole and whose script is loaded when somebody comes near it. Until then its HTML stands as it was sent; a press
 * in it is kept, and done when its script is here. Where the script cannot be loaded, links and forms work without it.
 *
 * A page that is reached without loading it anew calls `fetch` first, because then there is no HTML to stand in; what is not here in time comes later.
 *
 * @param load Imports the component.
 * @see docs/decisions/025-sections-near.md
 */
export function nearSection<Props extends object>(load: () => Promise<ComponentType<Props>>): NearSection<Props> {
  return sectionOf(load, true)
}

/** A passage like {@link nearSection} in which nothing needs script: it stays as the server sent it, and `fetch` alone loads its script. */
export function stillSection<Props extends object>(load: () => Promise<ComponentType<Props>>): NearSection<Props> {
  return sectionOf(load, false)
}

function sectionOf<Props extends object>(load: () => Promise<ComponentType<Props>>, isWatched: boolean): NearSection<Props> {
  const code = arrivingCode(load)
  let onServer: Promise<ComponentType<Props>> | undefined

  function Content(props: Props) {
    // A server that cannot read its own build has nothing to wait for.
    if (import.meta.env.SSR) return createElement(use((onServer ??= load())), props)
    return createElement(code.get() ?? use(code.arrival), props)
  }

  return Object.assign(
    (props: Props) => (
      <NearPlace code={code} isWatched={isWatched}>
        <Content {...props} />
      </NearPlace>
    ),
    { fetch: code.fetch },
  )
}

function NearPlace({ code, isWatched, children }: { code: ArrivingCode<unknown>; isWatched: boolean; children: ReactElement }) {
  const { isLeaving } = useEveryChange()
  const place = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const [isAlive, setAlive] = useState(false)
  const boundary = (
    <Suspense fallback={<NotHere code={code} />}>
      <WholePassage value={true}>{children}</WholePassage>
      <Sign onAlive={setAlive} />
    </Suspense>
  )
  // What React has not taken over, it throws away at the first change; so there is none before.
  const [asSent] = useState(boundary)

  useEffect(() => {
    const element = place.current!
    if (isAlive) {
      // Once React has done: a press while it works is not heard.
      const timer = setTimeout(() => takeKept(element)?.again())
      return () => clearTimeout(timer)
    }
    if (!isWatched) return undefined
    return watchNear(element, {
      onNear: () => void code.fetch(),
      onPress(event) {
        const press = keepPress(event, (address) => void navigate(address))
        if (!press) return
        // React may have taken over a moment ago without our knowing; the press would be done twice.
        event.stopPropagation()
        keepFor(element, press)
        void code.fetch().then((came) => came || goWithout(element))
      },
    })
  }, [isAlive, isWatched, code, navigate])
  // Who is on the way elsewhere wants nothing of this page any more.
  useEffect(() => {
    if (isLeaving) forgetPress()
    return forgetPress
  }, [isLeaving])
  return (
    <div ref={place} data-near={isAlive ? 'awake' : 'asleep'}>
      {isAlive ? boundary : asSent}
    </div>
  )
}

/** Stands for a passage of which there is neither script nor HTML, and asks for it until it comes. */
function NotHere({ code }: { code: ArrivingCode<unknown> }) {
  useEffect(() => {
    const ask = () => void code.fetch()
    ask()
    const timer = setInterval(ask, retryMs)
    addEventListener('online', ask)
    return () => {
      clearInterval(timer)
      removeEventListener('online', ask)
    }
  }, [code])
  return (
    <div className="wrap py-16 md:py-24">
      <Skeleton className="h-96 w-full" />
    </div>
  )
}

/** Tells that what stands beside it answers. */
function Sign({ onAlive }: { onAlive: (isAlive: true) => void }) {
  useEffect(() => onAlive(true), [onAlive])
  return null
}

/**
 * Takes part in every change the router tells of. React takes any change of a context for a change of the passages below that it has not taken over yet,
 * unless somebody in between has heard of it and has nothing new to show.
 *
 * @returns whether the visitor is on the way to another page.
 */
function useEveryChange(): { isLeaving: boolean } {
  useLocation()
  useMatches()
  const { state } = useNavigation()
  useContext(FetchersContext)
  useContext(FrameworkContext)
  useContext(RouteContext)
  useContext(ViewTransitionContext)
  return { isLeaving: state !== 'idle' }
}
