import type { PageHandle } from '#shared/page-handle.ts'
import { useState } from 'react'
import { pageTitle } from '#ui/page-meta.ts'
import { useStore } from 'zustand'
import { deskSession } from './desk-session.ts'
import { DeskFrame, DeskSkeleton } from './frame/desk-frame.tsx'
import { LoginForm } from './frame/login-form.tsx'
import { WithoutScript } from './frame/without-script.tsx'

/** Who is signed in here is known to the browser alone, so the page is the same for everybody. */
export const handle: PageHandle = { area: 'newsletter', cache: 'public', figures: ['newsletter-admin'] }

export const meta = () => [{ title: pageTitle('Newsletter desk') }, { name: 'robots', content: 'noindex' }]

/** The one page of the newsletter desk. Who is signed in is known to the browser alone, so the server shows neither login nor desk. */
export default function DeskPage() {
  const session = useStore(deskSession.shown)
  const [greeting, setGreeting] = useState('')
  if (session.state === 'signed-in') return <DeskFrame key={session.token} greeting={greeting} />
  if (session.state === 'signed-out')
    return <LoginForm key={session.why} session={session} onSignedIn={() => setGreeting('Login successful!')} />
  return (
    <DeskSkeleton>
      <WithoutScript />
    </DeskSkeleton>
  )
}
