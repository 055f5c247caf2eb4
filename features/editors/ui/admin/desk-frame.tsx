import { type ComponentType, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type ActOutcome, ActResult } from '#ui/act-result.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { isEnough } from '#shared/admin-role.ts'
import type { Me } from '#features/editors/contract.ts'
import { type Desk, DeskContext } from '#ui/desk/desk-context.ts'
import { RoleTag } from '#ui/desk/role-tag.tsx'
import { useDeskData } from '#ui/desk/use-desk-data.ts'
import { type DeskTab, DeskTabs, tabOf } from './desk-tabs.tsx'
import { signOut } from './sign-in.ts'
import { useFocusAfterActs } from './use-focus-after-acts.ts'

/** What stands in each tab, loaded when somebody opens it. */
export type TabContents = Record<DeskTab, ComponentType>

/** What other features put into the desk. @property act Beside the account, for editors. */
type Contents = { tabs: TabContents; act: ReactNode }

/**
 * The desk of whoever is signed in: who they are, the tabs, and what was just done.
 *
 * @param greeting Told first; empty when somebody was signed in already.
 */
export function DeskFrame({ greeting, ...contents }: Contents & { greeting: string }) {
  const { data: me, error, reload } = useDeskData<Me>('me')
  if (me) return <OpenDesk me={me} greeting={greeting} {...contents} />
  if (error)
    return (
      <main id="content" tabIndex={-1} className="wrap pt-32 pb-24">
        <h1 className="sr-only">Newsletter desk</h1>
        <EmptyState title="The desk does not answer" action={<Button onClick={reload}>Try again</Button>}>
          {error}
        </EmptyState>
      </main>
    )
  return <DeskSkeleton />
}

/** The desk while it is on its way, of its final size; `children` say what is the matter where it never comes. */
export function DeskSkeleton({ children }: { children?: ReactNode }) {
  return (
    <main id="content" tabIndex={-1} className="wrap flex flex-col gap-6 pt-24 pb-24" aria-busy="true">
      <h1 className="sr-only">Newsletter desk</h1>
      {children}
      <div className="flex flex-col gap-6 noscript:hidden">
        <Skeleton className="h-11 w-full max-w-sm" />
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-96 w-full" />
      </div>
    </main>
  )
}

function OpenDesk({ me, greeting, tabs, act }: Contents & { me: Me; greeting: string }) {
  const [searchParams] = useSearchParams()
  const current = tabOf(searchParams)
  const [told, setTold] = useState<ActOutcome | undefined>(greeting ? { kind: 'done', message: greeting } : undefined)
  const desk = useMemo<Desk>(
    () => ({
      me,
      may: (role) => isEnough(me.role, role),
      tell: (message, kind = 'done') => setTold(message ? { message, kind } : undefined),
    }),
    [me],
  )
  // What was told stays where a tab leads on by itself, and goes when somebody goes elsewhere.
  const forget = () => setTold(undefined)
  const main = useRef<HTMLElement>(null)
  const result = useFocusAfterActs(told)
  // The form that signed somebody in is gone, and the focus with it.
  useEffect(() => {
    if (greeting) main.current?.focus({ preventScroll: true })
  }, [greeting])
  const Tab = tabs[current]
  return (
    <DeskContext value={desk}>
      <div className="wrap flex flex-col gap-6 pt-24 pb-24 print:py-0">
        <section aria-label="Signed in" className="flex print:hidden flex-wrap items-center justify-between gap-x-8 gap-y-3">
          <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 [overflow-wrap:anywhere]">
            <span className="label text-dust">Newsletter desk</span>
            <span>{me.email}</span>
            <RoleTag role={me.role} />
          </p>
          <div className="flex flex-wrap gap-3">
            {desk.may('editor') ? act : null}
            <Link
              to="?tab=settings"
              onClick={forget}
              aria-current={current === 'settings' ? 'page' : undefined}
              className={buttonClass('quiet')}
            >
              Settings
            </Link>
            <Button onClick={() => void signOut()}>Sign Out</Button>
          </div>
        </section>
        <DeskTabs current={current} onChoose={forget} />
        <main ref={main} id="content" tabIndex={-1} className="flex min-h-96 min-w-0 flex-col gap-8 pt-2">
          <div ref={result} tabIndex={-1} className="outline-none not-has-[p]:-mt-8">
            <ActResult outcome={told} />
          </div>
          <Suspense key={current} fallback={<Skeleton className="h-96 w-full" />}>
            <Tab />
          </Suspense>
        </main>
      </div>
    </DeskContext>
  )
}
