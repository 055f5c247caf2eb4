import { useLayoutEffect, useState } from 'react'
import { useStore } from 'zustand'
import { ButtonAnchor } from '#ui/button.tsx'
import { browserSession } from '#ui/admin/browser-session.ts'
import { type Contents, DeskFrame, DeskSkeleton, type OwnerAtDesk, OwnersDesk } from './admin-frame.tsx'
import { LoginForm } from './login-form.tsx'

/**
 * The one page of the newsletter desk. An editor is known to the browser alone, so the server shows neither login nor
 * desk; the owner is known by a cookie.
 *
 * @param owner Signed in at `/admin`. A new object is a new answer of the server.
 */
export function DeskPage({ owner, ...contents }: Contents & { owner: OwnerAtDesk | undefined }) {
  const session = useStore(browserSession.store)
  const [greeting, setGreeting] = useState('')
  // Before anything below calls the server, and before anything is painted.
  useLayoutEffect(() => browserSession.follow(owner), [owner])
  const followed = 'followed' in session ? session.followed : undefined
  // An answer that was followed is worth nothing any more once its session has ended.
  if (owner && (owner !== followed || session.state === 'owner'))
    return (
      <OwnersDesk owner={owner} isReady={session.state === 'owner'} {...contents}>
        <WithoutScript />
      </OwnersDesk>
    )
  if (session.state === 'signed-in') return <DeskFrame key={session.token} greeting={greeting} {...contents} />
  if (session.state === 'signed-out')
    return <LoginForm key={session.why} session={session} onSignedIn={() => setGreeting('Login successful!')} />
  return (
    <DeskSkeleton>
      <WithoutScript />
    </DeskSkeleton>
  )
}

/** What the desk needs, said where it cannot run. */
function WithoutScript() {
  return (
    <div className="hidden flex-col items-start gap-5 pt-12 noscript:flex">
      <p className="title">The newsletter desk needs JavaScript</p>
      <p className="measure text-dust">
        Your sign-in is kept by this page and sent with each of its calls, which a browser only does with script. Please
        switch JavaScript on for this site and load the page again. Readers need none: signing up, the letters and
        leaving the list all work without.
      </p>
      <ButtonAnchor href="/newsletter">To the newsletter</ButtonAnchor>
    </div>
  )
}
