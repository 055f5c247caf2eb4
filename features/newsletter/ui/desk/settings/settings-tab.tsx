import { ScreenHeading } from '#ui/screen-heading.tsx'
import { useDesk } from '../desk-context.ts'
import { AccountsSection } from './accounts/accounts-section.tsx'
import { PasswordSection } from './accounts/password-section.tsx'
import { FeedsSection } from './feeds-section.tsx'
import { SendingSection } from './sending-section.tsx'

/** What the desk is set to: how letters leave, what they draw from, and who may sign in. */
export function SettingsTab() {
  const { may } = useDesk()
  return (
    <>
      <ScreenHeading title="Settings">How letters leave, what they draw from, and who may sign in here.</ScreenHeading>
      <SendingSection />
      <FeedsSection />
      {may('super_admin') ? <AccountsSection /> : null}
      <PasswordSection />
    </>
  )
}
