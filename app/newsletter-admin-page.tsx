import { lazy, useMemo } from 'react'
import { data, type LoaderFunctionArgs, type Params, type ShouldRevalidateFunction, useParams } from 'react-router'
import { GenerateAndSendNow } from '#features/delivery/ui/admin/newsletters/send-now-dialog.tsx'
import type { TabContents } from '#features/editors/ui/admin/admin-frame.tsx'
import { AdminPage } from '#features/editors/ui/admin/admin-page.tsx'
import { countActionItems, OwnerTabs } from '#features/owner/ui/admin/owner-tabs.tsx'
import { savedEmail } from '#features/owner/ui/sign-in/saved-email.ts'
import type { PageHandle } from '#shared/page-handle.ts'
import { servicesContext } from '#shared/services.ts'
import { AdminNotFound, adminNotFoundTitle } from '#ui/admin/not-found.tsx'
import { type PageMatches, unlistedMeta } from '#ui/page-meta.ts'
import type { Route } from './+types/newsletter-admin-page.ts'

export const handle: PageHandle = { area: 'newsletter', figures: ['newsletter-admin'] }

/** Returns whether the address continues below that of the newsletter admin, where there are no pages. */
const isUnknown = (params: Params) => params['*'] !== undefined

export const meta = ({ matches, params }: { matches: PageMatches; params: Params }) =>
  unlistedMeta(matches, isUnknown(params) ? adminNotFoundTitle : 'Newsletter admin')

/** Identifies the owner by the cookie of `/admin`. Only the browser knows whether an editor is signed in. */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const services = context.get(servicesContext)
  const session = await services.owner.findSession(request.headers.get('cookie') ?? undefined)
  return data(
    { owner: session && { email: session.email, counts: await countActionItems(services) } },
    { status: isUnknown(params) ? 404 : 200 },
  )
}

// Switching tabs does not check the session again: every API request is authorized anyway.
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
  currentUrl.pathname !== nextUrl.pathname && defaultShouldRevalidate

// Each tab is loaded separately: the dashboard does not load the editor.
const tabs: TabContents = {
  dashboard: lazy(async () => ({
    default: (await import('#features/delivery/ui/admin/dashboard/dashboard-tab.tsx')).DashboardTab,
  })),
  create: lazy(async () => ({ default: (await import('#features/issues/ui/admin/create-tab.tsx')).CreateTab })),
  newsletters: lazy(async () => ({
    default: (await import('#features/delivery/ui/admin/newsletters/newsletters-tab.tsx')).NewslettersTab,
  })),
  subscribers: lazy(async () => {
    const [{ SubscribersTab }, { ReturnedMailNotice, ReturnedMails }] = await Promise.all([
      import('#features/subscribers/ui/admin/subscribers-tab.tsx'),
      import('#features/delivery/ui/admin/returned-mails.tsx'),
    ])
    return { default: () => <SubscribersTab notice={<ReturnedMailNotice />} returned={<ReturnedMails />} /> }
  }),
  settings: lazy(async () => {
    const [{ SettingsTab }, { SendingSection }, { FeedsSection }] = await Promise.all([
      import('#features/editors/ui/admin/settings-tab.tsx'),
      import('#features/delivery/ui/admin/sending-section.tsx'),
      import('#features/issues/ui/admin/feeds-section.tsx'),
    ])
    return {
      default: () => (
        <SettingsTab>
          <SendingSection />
          <FeedsSection />
        </SettingsTab>
      ),
    }
  }),
}

/** Newsletter admin: the frame of the editors' feature with the tabs of the newsletter's features. */
export default function NewsletterAdminPage({ loaderData: { owner } }: Route.ComponentProps) {
  const signedInOwner = useMemo(
    () =>
      owner && {
        email: owner.email,
        tabs: <OwnerTabs counts={owner.counts} />,
        onSignedOut: () => savedEmail.forget(),
      },
    [owner],
  )
  const notFound = isUnknown(useParams()) ? <AdminNotFound /> : undefined
  return <AdminPage owner={signedInOwner} tabs={tabs} action={<GenerateAndSendNow />} notFound={notFound} />
}
