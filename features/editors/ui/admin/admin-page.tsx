import { useLayoutEffect, useState } from 'react'
import { useStore } from 'zustand'
import { ButtonAnchor } from '#ui/button.tsx'
import { browserSession } from '#ui/admin/browser-session.ts'
import { type Contents, EditorAdmin, AdminSkeleton, type SignedInOwner, OwnerAdmin } from './admin-frame.tsx'
import { LoginForm } from './login-form.tsx'

/**
 * The one page of the newsletter desk. An editor is known to the browser alone, so the server shows neither login nor
 * desk; the owner is known by a cookie.
 *
 * @param owner Signed in at `/admin`. A new object is a new answer of the server.
 */
export function AdminPage({ owner, ...contents }: Contents & { owner: SignedInOwner | undefined }) {
  const session = useStore(browserSession.store)
  const [greeting, setGreeting] = useState('')
  // Before anything below calls the server, and before anything is painted.
  useLayoutEffect(() => browserSession.follow(owner), [owner])
  const followed = 'followed' in session ? session.followed : undefined
  // An answer that was followed is worth nothing any more once its session has ended.
  if (owner && (owner !== followed || session.state === 'owner'))
    return (
      <OwnerAdmin owner={owner} isReady={session.state === 'owner'} {...contents}>
        <WithoutScript />
      </OwnerAdmin>
    )
  if (session.state === 'signed-in') return <EditorAdmin key={session.token} greeting={greeting} {...contents} />
  if (session.state === 'signed-out')
    return <LoginForm key={session.why} session={session} onSignedIn={() => setGreeting('Login successful!')} />
  return (
    <AdminSkeleton>
      <WithoutScript />
    </AdminSkeleton>
  )
}

/** What the desk needs, said where it cannot run. */
function WithoutScript() {
  return (
    <div className="hidden flex-col items-start gap-5 pt-12 noscript:flex">
      <p className="title">The newsletter admin needs JavaScript</p>
      <p className="measure text-dust">
        This page stores your sign-in and sends it with each request, which requires JavaScript. Turn on JavaScript for
        this site and reload the page. Subscribers do not need it: signing up, reading issues and unsubscribing work
        without JavaScript.
      </p>
      <ButtonAnchor href="/newsletter">View the newsletter</ButtonAnchor>
    </div>
  )
}
