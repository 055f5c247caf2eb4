import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { checkAccessibility } from '#tests/support/check-page.ts'
import { focused } from '#tests/support/focused.ts'
import { editorSession, openPagesOf, sharedSite } from '#tests/support/shared-site.ts'
import { ownerEmail } from '#tests/support/sign-in-owner.ts'

const shared = sharedSite()
// Passkeys require a host name instead of an IP address.
const site = { ...shared, origin: shared.origin.replace('127.0.0.1', 'localhost') }
const desktop = { viewport: { width: 1440, height: 900 } }
const { newPage, newOwnerPage } = openPagesOf(site)

/** Gives the page a platform authenticator that confirms every prompt. */
async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'Access Admin Dashboard' }).waitFor()
}

const timeout = 180_000

test(
  'the owner adds a passkey and recovery codes, renames and removes the passkey, and signs in with each',
  { timeout },
  async () => {
    const page = await newOwnerPage(desktop)
    await addAuthenticator(page)
    await page.goto('/admin/settings')
    const passkeys = page.getByRole('region', { name: 'Passkeys' })
    await passkeys.getByText('You have no passkeys yet.').waitFor()
    await passkeys.getByLabel('Name of the new passkey').fill('Test laptop')
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText('The passkey “Test laptop” was added.').waitFor()
    await passkeys.getByRole('rowheader', { name: 'Test laptop' }).waitFor()

    await passkeys.locator('summary').press('Enter')
    await passkeys.getByLabel('New name of Test laptop').fill('Work laptop')
    await page.keyboard.press('Enter')
    await passkeys.getByRole('rowheader', { name: 'Work laptop' }).waitFor()

    await page.getByRole('button', { name: 'Create recovery codes' }).press('Enter')
    const newCodes = page.getByRole('list', { name: 'New recovery codes' }).getByRole('listitem')
    await newCodes.first().waitFor()
    await expect.poll(() => focused(page)).toContain('Save these codes')
    const codes = await newCodes.allTextContents()
    expect(codes).toHaveLength(10)
    await checkAccessibility(page, 'settings with recovery codes', 'main')
    // A logo is uploaded without a form of the page, and the codes are shown only once.
    const buffer = await sharp({ create: { width: 300, height: 100, channels: 3, background: '#f0f0f0' } })
      .png()
      .toBuffer()
    await page
      .getByRole('region', { name: 'Logo' })
      .locator('input[type=file]')
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
    await page.getByText('Logo saved. Pages and emails show it now.').waitFor()
    await page.getByRole('button', { name: 'Remove logo' }).waitFor()
    expect(await newCodes.allTextContents()).toEqual(codes)
    await page.getByRole('button', { name: 'Remove logo' }).click()
    await page.getByText('Logo removed.').waitFor()
    await page.reload()
    await page.getByText('10 unused codes are left.').waitFor()
    expect(await page.getByText(codes[0]!).count()).toBe(0)

    await logOut(page)
    await checkAccessibility(page, 'sign-in page', 'main')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).press('Enter')
    await page.waitForURL('**/admin/setup')

    await logOut(page)
    await page.getByRole('link', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(codes[0]!)
    await page.getByLabel('Email').fill(ownerEmail)
    await checkAccessibility(page, 'recovery form', 'main')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/admin/setup')

    await page.goto('/admin/settings')
    await passkeys.locator('summary').press('Enter')
    await passkeys.getByRole('button', { name: 'Remove' }).click()
    await passkeys.getByText('You have no passkeys yet.').waitFor()
  },
)

test('an editor turns on two-step sign-in with an app and a passkey, and signs in with each', { timeout }, async () => {
  const account = { email: 'two-step@desk.example', role: 'super_admin', password: 'a long enough password' }
  const made = await fetch(`${site.origin}/api/newsletter/admin/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'authorization': `Bearer ${await editorSession(site.origin)}` },
    body: JSON.stringify(account),
  })
  expect(made.status).toBe(201)
  const page = await newPage({ ...desktop, expected: [/status of 401/] })
  await addAuthenticator(page)
  const enterPassword = async () => {
    await page.goto('/newsletter-admin?tab=settings')
    await page.getByLabel('Email').fill(account.email)
    await page.getByLabel('Password').fill(account.password)
    await page.keyboard.press('Enter')
  }
  const signOut = async () => {
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await page.getByRole('button', { name: 'Sign In' }).waitFor()
  }
  await enterPassword()
  const section = page.getByRole('region', { name: 'Two-step sign-in' })
  await section.getByText('Two-step sign-in is off.').waitFor()
  const password = section.getByLabel('Current password (required for changes)')
  await password.fill(account.password)
  await section.getByRole('button', { name: 'Set up an authenticator app' }).click()
  const secret = (await section.locator('code').textContent())!
  const codeIn = (seconds: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + seconds * 1000 })
  await expect.poll(() => focused(page)).toBe('Set up an authenticator app')
  await checkAccessibility(page, 'app set-up', 'main')
  await section.getByLabel('Code from the app').fill(codeIn(0))
  await page.keyboard.press('Enter')
  await section.getByText('Two-step sign-in is on.').waitFor()
  await page.getByRole('row', { name: account.email }).getByText('On', { exact: true }).waitFor()
  await expect.poll(() => focused(page)).toContain('Save these recovery codes')
  expect(await section.getByRole('list', { name: 'New recovery codes' }).getByRole('listitem').count()).toBe(10)

  await password.fill(account.password)
  await section.getByLabel('Name of the new passkey').fill('Phone')
  await section.getByRole('button', { name: 'Add a passkey' }).click()
  await section.getByRole('rowheader', { name: 'Phone' }).waitFor()
  await checkAccessibility(page, 'two-step sign-in on', 'main')

  await signOut()
  await enterPassword()
  const code = page.getByLabel('Code from your authenticator app')
  await code.fill('000000')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('This code is wrong').waitFor()
  await checkAccessibility(page, 'second step', 'main')
  // The next code, because the current one may have been used to set up the app.
  await code.fill(codeIn(30))
  await page.keyboard.press('Enter')
  await page.getByText('Login successful!').waitFor()

  await signOut()
  await enterPassword()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByRole('button', { name: 'Continue with a passkey' }).press('Enter')
  await page.getByText('Login successful!').waitFor()
})
