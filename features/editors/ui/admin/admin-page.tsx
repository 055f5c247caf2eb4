import { useLayoutEffect, useState } from 'react'
import { useStore } from 'zustand'
import { ButtonAnchor } from '#ui/button.tsx'
import { browserSession } from '#ui/admin/browser-session.ts'
import { type Contents, EditorAdmin, AdminSkeleton, type SignedInOwner, OwnerAdmin } from './admin-frame.tsx'
import { LoginForm } from './login-form.tsx'

/**
 * Page of the newsletter admin. The server cannot detect the session of an editor, so it renders neither the login form
 * nor the admin; the owner is detected by a cookie.
 *
 * @param owner Owner signed in at `/admin`. A new object is a new response of the server.
 */
export function AdminPage({ owner, ...contents }: Contents & { owner: SignedInOwner | undefined }) {
  const session = useStore(browserSession.store)
  const [greeting, setGreeting] = useState('')
  // Runs before any child sends a request and before the first paint.
  useLayoutEffect(() => browserSession.follow(owner), [owner])
  const followed = 'followed' in session ? session.followed : undefined
  // A response that was already applied is outdated once its session has ended.
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

/** Notice for browsers without JavaScript. */
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
