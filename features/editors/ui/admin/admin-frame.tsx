import { type ComponentType, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type ActionOutcome, ActionResult } from '#ui/action-result.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { hasRole } from '#shared/admin-role.ts'
import { AdminShell } from '#ui/admin/admin-shell.tsx'
import { type Admin, AdminContext } from '#ui/admin/admin-context.ts'
import { RoleTag } from '#ui/admin/role-tag.tsx'
import { useAdminData } from '#ui/admin/use-admin-data.ts'
import type { Me } from '#features/editors/contract.ts'
import { signOut, signOutOwner } from './sign-in.ts'
import { useFocusAfterActions } from './use-focus-after-actions.ts'
import { TabsNav } from '#ui/tabs-nav.tsx'

/** Tabs of the newsletter admin in order, selected by `?tab=`. */
const newsletterTabs = [
  ['dashboard', 'Dashboard'],
  ['create', 'Create Newsletter'],
  ['newsletters', 'Newsletters'],
  ['subscribers', 'Subscribers'],
] as const

/** Values of `?tab=`. Settings is not in the row of tabs. */
type NewsletterTab = (typeof newsletterTabs)[number][0] | 'settings'

/** Returns the requested tab; the dashboard for unknown values. */
function tabOf(searchParams: URLSearchParams): NewsletterTab {
  const requested = searchParams.get('tab')
  return requested === 'settings' ? requested : (newsletterTabs.find(([tab]) => tab === requested)?.[0] ?? 'dashboard')
}

/** Row of tabs. */
function NewsletterTabs({ current, onChoose }: { current: NewsletterTab | undefined; onChoose?: () => void }) {
  const tabs = newsletterTabs.map(([tab, label]) => ({
    to: `/newsletter-admin?tab=${tab}`,
    label,
    isCurrent: tab === current,
  }))
  return <TabsNav label="Newsletter admin" tabs={tabs} {...(onChoose && { onChoose })} />
}

/** Contents of the tabs, loaded when a tab is opened. */
export type TabContents = Record<NewsletterTab, ComponentType>

/**
 * Contents from other features.
 *
 * @property action Button in the account bar, for editors.
 * @property notFound Replaces the tab at an unknown address.
 */
export type Contents = { tabs: TabContents; action: ReactNode; notFound: ReactNode | undefined }

/** Signed-in owner. @property tabs Tabs of the owner's admin. @property onSignedOut Called after signing out. */
export type SignedInOwner = { email: string; tabs: ReactNode; onSignedOut(): void }

/**
 * Newsletter admin of a signed-in editor.
 *
 * @param greeting First status message; empty if the editor was already signed in.
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
 * Newsletter admin of the owner, who signed in at `/admin`.
 *
 * @param isReady Whether API requests may be sent; before that only the frame is shown.
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

/** Placeholder of the final size. `children` explain why the admin cannot load, if it cannot. */
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
  /** Replaces the tab while no request may be sent. The frame stays, so that the focus is not lost. */
  pending?: ReactNode
}

function NewsletterAdmin({
  me: { email, role },
  owner,
  greeting,
  pending,
  tabs,
  action,
  notFound,
}: NewsletterAdminProps) {
  const [searchParams] = useSearchParams()
  const chosen = tabOf(searchParams)
  const current = notFound === undefined ? chosen : undefined
  const isOwner = owner !== undefined
  const [outcome, setOutcome] = useState<ActionOutcome | undefined>(
    greeting ? { kind: 'done', message: greeting } : undefined,
  )
  const [reloads] = useState(() => new EventTarget())
  const admin = useMemo<Admin>(
    () => ({
      me: { email, role, isOwner },
      may: (needed) => hasRole(role, needed),
      notify: (message, kind = 'done') => setOutcome(message ? { message, kind } : undefined),
      reloadTab: () => void reloads.dispatchEvent(new Event('reload')),
      onReloadTab: (reload) => {
        reloads.addEventListener('reload', reload)
        return () => reloads.removeEventListener('reload', reload)
      },
    }),
    [email, role, isOwner, reloads],
  )
  // A message is kept over a redirect between tabs, and cleared when the user opens another tab.
  const clearOutcome = () => setOutcome(undefined)
  const main = useRef<HTMLElement>(null)
  const result = useFocusAfterActions(outcome)
  // The login form has disappeared, so the focus is moved.
  useEffect(() => {
    if (greeting) main.current?.focus({ preventScroll: true })
  }, [greeting])

  async function handleSignOut() {
    if (!owner) return signOut()
    const refusal = await signOutOwner()
    if (refusal) admin.notify(refusal, 'refused')
    else owner.onSignedOut()
  }

  const Tab = tabs[chosen]
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
              {admin.may('editor') ? action : null}
              <Link
                to="/newsletter-admin?tab=settings"
                onClick={clearOutcome}
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
        tabs={<BothTabs owner={owner} current={pending ? undefined : current} onChoose={clearOutcome} />}
      >
        {pending}
        <div ref={result} tabIndex={-1} className="outline-none not-has-[p]:-mt-8">
          <ActionResult outcome={outcome} />
        </div>
        {pending ? null : (
          <Suspense key={current} fallback={<Skeleton className="h-96 w-full" />}>
            {notFound ?? <Tab />}
          </Suspense>
        )}
      </AdminShell>
    </AdminContext>
  )
}
