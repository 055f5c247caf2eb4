import { lazy } from 'react'
import { GenerateAndSendNow } from '#features/delivery/ui/admin/newsletters/send-now-dialog.tsx'
import type { TabContents } from '#features/editors/ui/admin/desk-frame.tsx'
import { DeskPage } from '#features/editors/ui/admin/desk-page.tsx'
import type { PageHandle } from '#shared/page-handle.ts'
import { pageTitle } from '#ui/page-meta.ts'

/** Who is signed in here is known to the browser alone, so the page is the same for everybody. */
export const handle: PageHandle = { area: 'newsletter', cache: 'public', figures: ['newsletter-admin'] }

export const meta = () => [{ title: pageTitle('Newsletter desk') }, { name: 'robots', content: 'noindex' }]

// Each tab is a file of its own: whoever reads figures does not load the editor.
const tabs: TabContents = {
  dashboard: lazy(async () => ({ default: (await import('#features/delivery/ui/admin/dashboard/dashboard-tab.tsx')).DashboardTab })),
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

/** The desk of the letter: each feature of it fills its tabs, and the editors' frame stands around them. */
export default function NewsletterDeskPage() {
  return <DeskPage tabs={tabs} act={<GenerateAndSendNow />} />
}
