import { type ComponentType, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type ActionOutcome, ActionResult } from '#ui/action-result.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { isRoleAtLeast } from '#shared/admin-role.ts'
import { AdminShell } from '#ui/admin/admin-shell.tsx'
import { type Admin, AdminContext } from '#ui/admin/admin-context.ts'
import { RoleTag } from '#ui/admin/role-tag.tsx'
import { useAdminData } from '#ui/admin/use-admin-data.ts'
import type { Me } from '#features/editors/contract.ts'
import { signOut, signOutOwner } from './sign-in.ts'
import { useFocusAfterActions } from './use-focus-after-actions.ts'
import { TabsNav } from '#ui/tabs-nav.tsx'

/** The tabs of the newsletter desk, in their order; the address names one by `?tab=`. */
const deskTabs = [
  ['dashboard', 'Dashboard'],
  ['create', 'Create Newsletter'],
  ['newsletters', 'Newsletters'],
  ['subscribers', 'Subscribers'],
] as const

/** What the address may name; settings stand beside the tabs. */
type NewsletterTab = (typeof deskTabs)[number][0] | 'settings'

/** The tab an address asks for; anything else is the first. */
function tabOf(searchParams: URLSearchParams): NewsletterTab {
  const asked = searchParams.get('tab')
  return asked === 'settings' ? asked : (deskTabs.find(([tab]) => tab === asked)?.[0] ?? 'dashboard')
}

/** The tabs as links. */
function NewsletterTabs({ current, onChoose }: { current: NewsletterTab | undefined; onChoose?: () => void }) {
  const tabs = deskTabs.map(([tab, label]) => ({ to: `?tab=${tab}`, label, isCurrent: tab === current }))
  return <TabsNav label="Newsletter admin" tabs={tabs} {...(onChoose && { onChoose })} />
}

/** What stands in each tab, loaded when somebody opens it. */
export type TabContents = Record<NewsletterTab, ComponentType>

/** What other features put into the desk. @property act Beside the account, for editors. */
export type Contents = { tabs: TabContents; act: ReactNode }

/**
 * The owner, who is known to the server. @property tabs Of the rest of the admin. @property onLeave Runs once they are
 * signed out.
 */
export type SignedInOwner = { email: string; tabs: ReactNode; onLeave(): void }

/**
 * The desk of the editor who is signed in.
 *
 * @param greeting Told first; empty when somebody was signed in already.
 */
export function EditorAdmin({ greeting, ...contents }: Contents & { greeting: string }) {
  const { data: me, error, reload } = useAdminData<Me>('me')
  if (me) return <NewsletterAdmin me={me} owner={undefined} greeting={greeting} {...contents} />
  if (error)
    return (
      <main id="content" tabIndex={-1} className="wrap pt-32 pb-24">
        <h1 className="sr-only">Newsletter admin</h1>
        <EmptyState title="Couldn’t load the newsletter admin" action={<Button onClick={reload}>Try again</Button>}>
          {error}
        </EmptyState>
      </main>
    )
  return <AdminSkeleton />
}

/**
 * The desk of the owner, who has signed in at `/admin`.
 *
 * @param isReady Whether calls may be made; before that the frame
 * stands alone.
 */
export function OwnerAdmin({
  owner,
  isReady,
  children,
  ...contents
}: Contents & { owner: SignedInOwner; isReady: boolean; children: ReactNode }) {
  const pending = isReady ? undefined : (
    <>
      <h1 className="sr-only">Newsletter admin</h1>
      {children}
      <Skeleton className="h-96 w-full noscript:hidden" />
    </>
  )
  return (
    <NewsletterAdmin
      me={{ email: owner.email, role: 'super_admin' }}
      owner={owner}
      greeting=""
      pending={pending}
      {...contents}
    />
  )
}

/** The desk while it is on its way, of its final size; `children` say what is the matter where it never comes. */
export function AdminSkeleton({ children }: { children?: ReactNode }) {
  return (
    <main id="content" tabIndex={-1} className="wrap flex flex-col gap-6 pt-24 pb-24" aria-busy="true">
      <h1 className="sr-only">Newsletter admin</h1>
      {children}
      <div className="flex flex-col gap-6 noscript:hidden">
        <Skeleton className="h-11 w-full max-w-sm" />
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-96 w-full" />
      </div>
    </main>
  )
}

function BothTabs({
  owner,
  ...tabs
}: {
  owner: SignedInOwner | undefined
  current: NewsletterTab | undefined
  onChoose?: () => void
}) {
  return (
    <>
      {owner?.tabs}
      <NewsletterTabs {...tabs} />
    </>
  )
}

type NewsletterAdminProps = Contents & {
  me: Pick<Me, 'email' | 'role'>
  owner: SignedInOwner | undefined
  greeting: string
  /** Stands in for the screen while no call may be made; the frame around stays, and the focus with it. */
  pending?: ReactNode
}

function NewsletterAdmin({ me: { email, role }, owner, greeting, pending, tabs, act }: NewsletterAdminProps) {
  const [searchParams] = useSearchParams()
  const current = tabOf(searchParams)
  const isOwner = owner !== undefined
  const [told, setTold] = useState<ActionOutcome | undefined>(
    greeting ? { kind: 'done', message: greeting } : undefined,
  )
  const admin = useMemo<Admin>(
    () => ({
      me: { email, role, isOwner },
      may: (needed) => isRoleAtLeast(role, needed),
      notify: (message, kind = 'done') => setTold(message ? { message, kind } : undefined),
    }),
    [email, role, isOwner],
  )
  // What was told stays where a tab leads on by itself, and goes when somebody goes elsewhere.
  const forget = () => setTold(undefined)
  const main = useRef<HTMLElement>(null)
  const result = useFocusAfterActions(told)
  // The form that signed somebody in is gone, and the focus with it.
  useEffect(() => {
    if (greeting) main.current?.focus({ preventScroll: true })
  }, [greeting])

  async function handleSignOut() {
    if (!owner) return signOut()
    const refusal = await signOutOwner()
    if (refusal) admin.notify(refusal, 'refused')
    else owner.onLeave()
  }

  const Tab = tabs[current]
  return (
    <AdminContext value={admin}>
      <AdminShell
        ref={main}
        name={email}
        isBusy={pending !== undefined}
        tag={isOwner ? null : <RoleTag role={role} />}
        actions={
          pending ? undefined : (
            <>
              {admin.may('editor') ? act : null}
              <Link
                to="?tab=settings"
                onClick={forget}
                aria-current={current === 'settings' ? 'page' : undefined}
                className={buttonClass('quiet')}
              >
                {isOwner ? 'Newsletter settings' : 'Settings'}
              </Link>
            </>
          )
        }
        signOut={
          pending ? (
            <Button aria-disabled>Sign Out</Button>
          ) : (
            <Button onClick={() => void handleSignOut()}>Sign Out</Button>
          )
        }
        tabs={<BothTabs owner={owner} current={pending ? undefined : current} onChoose={forget} />}
      >
        {pending}
        <div ref={result} tabIndex={-1} className="outline-none not-has-[p]:-mt-8">
          <ActionResult outcome={told} />
        </div>
        {pending ? null : (
          <Suspense key={current} fallback={<Skeleton className="h-96 w-full" />}>
            <Tab />
          </Suspense>
        )}
      </AdminShell>
    </AdminContext>
  )
}
