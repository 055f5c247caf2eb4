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
import { keepPress, type KeptPress } from './kept-press.ts'
import { watchNear } from './nearness.ts'
import { WholePassage } from './whole-passage.ts'

/** How long a link or a form waits for script before it does without, in milliseconds. */
const patienceMs = 3_000

/** A passage of a page that can be fetched ahead. */
export type NearSection<Props> = ComponentType<Props> & Pick<ArrivingCode<unknown>, 'fetch'>

/**
 * A passage that the server renders whole and whose script is loaded when somebody comes near it. Until then its HTML stands as it was sent; a press
 * in it is kept, and done when its script is here. Where the script cannot be loaded, links and forms work without it.
 *
 * A page that is reached without loading it anew calls `fetch` first, because then there is no HTML to stand in.
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

  function Content(props: Props) {
    if (typeof document === 'undefined') void code.fetch()
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
  useEveryChange()
  const place = useRef<HTMLDivElement>(null)
  const pressed = useRef<KeptPress>(undefined)
  const navigate = useNavigate()
  const [isAlive, setAlive] = useState(false)
  const boundary = (
    <Suspense>
      <WholePassage value={true}>{children}</WholePassage>
      <Sign onAlive={setAlive} />
    </Suspense>
  )
  // What React has not taken over, it throws away at the first change; so there is none before.
  const [asSent] = useState(boundary)

  useEffect(() => {
    if (isAlive) {
      // Once React has done: a press while it works is not heard.
      const timer = setTimeout(() => {
        pressed.current?.again()
        pressed.current = undefined
      })
      return () => clearTimeout(timer)
    }
    if (!isWatched) return undefined
    return watchNear(place.current!, {
      onNear: () => void code.fetch(),
      onPress(event) {
        const press = keepPress(event, (address) => void navigate(address))
        if (!press) return
        // React may have taken over a moment ago without our knowing; the press would be done twice.
        event.stopPropagation()
        pressed.current = press
        void Promise.race([code.fetch(), afterPatience()]).then((came) => {
          if (came || pressed.current !== press || !press.without) return
          pressed.current = undefined
          press.without()
        })
      },
    })
  }, [isAlive, isWatched, code, navigate])
  useEffect(
    () => () => {
      pressed.current = undefined
    },
    [],
  )
  return <div ref={place}>{isAlive ? boundary : asSent}</div>
}

/** Tells that what stands beside it answers. */
function Sign({ onAlive }: { onAlive: (isAlive: true) => void }) {
  useEffect(() => onAlive(true), [onAlive])
  return null
}

/**
 * Takes part in every change the router tells of. React takes any change of a context for a change of the passages below that it has not taken over yet,
 * unless somebody in between has heard of it and has nothing new to show.
 */
function useEveryChange(): void {
  useLocation()
  useMatches()
  useNavigation()
  useContext(FetchersContext)
  useContext(FrameworkContext)
  useContext(RouteContext)
  useContext(ViewTransitionContext)
}

const afterPatience = () => new Promise<false>((resolve) => setTimeout(() => resolve(false), patienceMs))
