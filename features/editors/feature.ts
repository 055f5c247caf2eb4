import { acceptEmptyJson } from '#platform/empty-json.ts'
import { defineFeature, type FeatureDeps } from '#platform/feature.ts'
import { createAccounts, createFirstAdmin } from './server/accounts.ts'
import type { AdminAccess } from './server/editor.ts'
import { createLoginLimits } from './server/login-limits.ts'
import { newsletterGuard } from './server/newsletter-guard.ts'
import { createPasswords } from './server/passwords.ts'
import { accountRoutes, signInRoutes } from './server/routes.ts'
import { createSecondSteps } from './server/second-step.ts'
import { secondStepRoutes } from './server/second-step-routes.ts'
import { createSignIn } from './server/sign-in.ts'
import { createPasskeys } from '#platform/admin/second-step/passkeys.ts'
import { createTotpBox, sealPlainTotp } from '#platform/admin/second-step/totp.ts'

/** Settings that tests change. */
type Tuning = {
  /** Cost parameter `N` of scrypt for new passwords. */
  passwordCost?: number
}

/** Accounts and access of the newsletter admin. */
export const editors = defineFeature({
  name: 'editors',
  create(
    { config, database, db, siteKeys, clock, log, features: { owner } }: FeatureDeps<'owner'>,
    tuning: Tuning = {},
  ) {
    const passwords = createPasswords({ cost: tuning.passwordCost })
    const limits = createLoginLimits(database)
    const box = createTotpBox({ secret: config.SECOND_STEP_KEY, siteKeys })
    const secondSteps = createSecondSteps({
      db,
      passkeys: createPasskeys({ db, clock, origin: config.origin, siteName: () => config.SITE_NAME }),
      box,
      clock,
      siteName: () => config.SITE_NAME,
    })
    const signIn = createSignIn({ db, limits, passwords, secondSteps, clock })
    const accounts = createAccounts({ db, passwords, clock })
    const access: AdminAccess = {
      editorOf: signIn.editorOf,
      async ownerOf(cookie) {
        const session = await owner.findSession(cookie)
        return (
          session && {
            id: 'owner',
            email: session.email,
            role: 'super_admin',
            isOwner: true,
            expiresAt: new Date(session.expiresAt),
          }
        )
      },
    }
    return {
      async hooks(app) {
        // Every route below `/api/newsletter/admin/` must name the role it requires.
        await app.register(newsletterGuard, { access, origin: config.origin, isProduction: config.isProduction })
      },
      async ready() {
        await sealPlainTotp(db, box).catch((err: unknown) =>
          log.warn({ err }, 'encrypting secrets of authenticator apps failed; retrying at the next start'),
        )
      },
      async startupLines() {
        const admin = await createFirstAdmin(db, {
          email: config.ADMIN_EMAIL,
          password: config.ADMIN_PASSWORD,
          passwords,
        })
        if (!admin) return []
        const password = admin.password
          ? `generated password ${admin.password}, shown only once`
          : 'password from ADMIN_PASSWORD'
        return [['Newsletter', `${config.origin}/newsletter-admin (${admin.email}, ${password})`]]
      },
      async routes(app) {
        acceptEmptyJson(app)
        await app.register(signInRoutes({ signIn, owner }))
        await app.register(accountRoutes({ accounts, limits }))
        await app.register(secondStepRoutes({ signIn, secondSteps, accounts, limits }))
      },
    }
  },
})
