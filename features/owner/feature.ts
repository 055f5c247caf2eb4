import { makeBackup } from '#platform/backup/make-backup.ts'
import { settingFields } from '#platform/owner-settings.ts'
import { defineFeature, defineJob, type FeatureDeps } from '#platform/feature.ts'
import { checkLink } from '#platform/http-client/check-link.ts'
import { measureFreeSpace } from '#platform/storage/free-space.ts'
import type { LinkedText, OutboxService, AuditLog } from './contract.ts'
import { en } from './messages/en.ts'
import { es } from './messages/es.ts'
import { createBackgroundJobs, createJobItems } from './server/background-jobs.ts'
import { artworkPreviewRoutes } from './server/artwork-preview-routes.ts'
import { backupRoutes } from './server/backup-routes.ts'
import { createBackups } from './server/backups.ts'
import { createContentAdmin } from './server/content/content-admin.ts'
import { imageRoutes } from './server/content/image-routes.ts'
import { createOwnerSignIn } from './server/sign-in/sign-in.ts'
import { ownerGuard } from './server/sign-in/owner-guard.ts'
import { createOwnerPasskeys } from './server/sign-in/owner-passkeys.ts'
import { passkeyRoutes } from './server/sign-in/passkey-routes.ts'
import { signInRoutes } from './server/sign-in/routes.ts'
import { createPasskeys } from '#platform/admin/second-step/passkeys.ts'
import { createHealth } from './server/health/health.ts'
import { createHealthChecks } from './server/health/checks.ts'
import { createLinkChecks } from './server/links/link-checks.ts'
import { createLinkItems } from './server/links/link-items.ts'
import { siteLinks } from './server/links/site-links.ts'
import { createRestoredCopyItems } from './server/inbox/restored-copy-items.ts'
import { createProcessItems } from './server/inbox/process-items.ts'
import { imageRetention } from './server/image-retention.ts'
import { createInbox } from './server/inbox/inbox.ts'
import { createFailedMailItems } from './server/inbox/failed-mail-items.ts'
import { ownerRetention } from './server/retention.ts'
import { createStorageItems } from './server/inbox/storage-items.ts'
import { createSettings } from './server/settings.ts'
import { logoKey } from './server/logo.ts'
import { logoRoutes } from './server/logo-routes.ts'
import { createSetup } from './server/setup/setup.ts'
import { applyRetention } from '#platform/retention.ts'
import type { Database } from '#platform/database/open-database.ts'
import type { Outbox } from '#platform/mailer/outbox.ts'
import { insertAuditEntry, listAuditEntries } from '#platform/admin/queries.ts'
import type { Clock } from '#platform/clock.ts'
import { cutText } from '#shared/cut-text.ts'
import { mailSender } from '#shared/mail/mail-sender.ts'

const maxDetailLength = 1000

/** Creates the audit log, which also contains the actions of editors. Entries are never changed. */
function createAuditLog({ db, clock }: { db: Database['db']; clock: Clock }): AuditLog {
  return {
    record: ({ actor, action, subject, detail = '' }) =>
      insertAuditEntry(db, { actor, action, subject, detail: cutText(detail, maxDetailLength), at: clock.now() }),
    async list(subject) {
      const rows = await listAuditEntries(db, subject, 200)
      return rows.map(({ actor, action, subject: of, detail, at }) => ({
        actor,
        action,
        subject: of,
        detail,
        at: at.toISOString(),
      }))
    },
  }
}

/** The owner's admin: sign-in, inbox, content, settings, service status and backup. Other features contribute to it. */
export const owner = defineFeature({
  name: 'owner',
  messages: { en, es },
  create(deps: FeatureDeps) {
    const {
      config,
      environmentConfig: configured,
      contentDir,
      database,
      db,
      storage,
      outbox,
      jobs,
      changes,
      edits,
      processes,
      clock,
      log,
      pageCache,
      collect,
      allServices,
      version,
      siteKeys,
    } = deps
    const measure = () => measureFreeSpace(config.DATA_DIR)
    const auditLog = createAuditLog({ db, clock })
    const signInDeps = {
      database,
      outbox,
      siteKeys,
      clock,
      origin: config.origin,
      ownerEmail: config.OWNER_EMAIL,
      contactEmail: () => config.SUPPORT_EMAIL,
      sender: () => mailSender(config),
    }
    const signIn = createOwnerSignIn({ ...signInDeps, auditLog })
    const passkeys = createOwnerPasskeys({
      ...signInDeps,
      passkeys: createPasskeys({ db, clock, origin: config.origin, siteName: () => config.SITE_NAME }),
    })
    const editable = () => collect('editable').flat()
    const settingsText = (): LinkedText => ({
      text: settingFields.map(({ name }) => config[name]),
      where: 'Settings',
      href: '/admin/settings',
    })
    const links = () =>
      siteLinks({
        origin: config.origin,
        editable: editable(),
        texts: [...collect('links').flatMap((list) => list()), settingsText()],
      })
    const linkChecks = createLinkChecks({ db, clock, links, fetchLink: checkLink })
    const onAir = () => allServices().radio.nowPlaying().now_playing?.song.title
    const ownChecks = createHealthChecks({
      config,
      database,
      processes,
      storage,
      measure,
      onAir,
      reasonOfSilence: () => allServices().stationTracks.reasonOfSilence(),
      cachedPages: () => pageCache.measure(),
    })
    const publishedOf = (kind: 'artist' | 'book') =>
      (kind === 'artist' ? allServices().artists : allServices().books).list().length
    const contentAdmin = createContentAdmin({ edits, kinds: editable, storage, auditLog })
    const backgroundJobs = createBackgroundJobs({ db, jobs, auditLog })
    const backups = createBackups({
      config: configured,
      database,
      storage,
      dataDir: config.DATA_DIR,
      contentDir,
      clock,
      backgroundJobs,
      auditLog,
    })
    const settings = createSettings({ config: configured, edits, auditLog })
    const health = {
      version,
      check: () => createHealth([...ownChecks, backups.health, ...collect('health')]).check(),
    }
    return {
      services: {
        owner: signIn,
        ownerPasskeys: passkeys,
        auditLog,
        inbox: createInbox({ db, clock, auditLog, sources: () => collect('actionItems').flat(), log }),
        settings,
        setup: createSetup({ config, clock, db, edits, auditLog, outbox, health: () => health, publishedOf }),
        health,
        backgroundJobs,
        backups: backups.service,
        contentAdmin,
        outbox: config.isProduction ? undefined : createLocalOutbox(outbox, config.SMTP_URL === undefined),
      },
      actionItems: [
        createFailedMailItems({ db, outbox, clock }),
        createRestoredCopyItems({ db, outbox, changes, clock }),
        backups.actionItems,
        createStorageItems({
          measure,
          clock,
          storage,
          originals: async () => (await Promise.all(collect('storedOriginals').map((list) => list()))).flat(),
        }),
        createProcessItems({ processes }),
        createLinkItems({ db, links, checks: linkChecks }),
        createJobItems({ db, jobs }),
      ],
      // Protects all routes below `/api/owner/`, whichever feature registers them.
      async hooks(app) {
        await app.register(ownerGuard, { owner: signIn, origin: config.origin, isProduction: config.isProduction })
      },
      async routes(app) {
        await app.register(signInRoutes({ owner: signIn }))
        await app.register(passkeyRoutes({ passkeys }))
        await app.register(logoRoutes({ storage, settings }))
        await app.register(imageRoutes({ storage, contentAdmin, auditLog }))
        const make = () => makeBackup({ database, storage, dataDir: config.DATA_DIR, contentDir, now: clock.now() })
        await app.register(artworkPreviewRoutes())
        await app.register(backupRoutes({ makeBackup: make, auditLog, clock }))
      },
      storedOriginals: async () =>
        config.SITE_LOGO
          ? [{ key: logoKey(config.SITE_LOGO, 'logo.png'), title: 'The logo', href: '/admin/settings#logo' }]
          : [],
      imageTexts: async (since) => [config.SITE_LOGO ?? '', ...(await edits.textsSince(since))],
      retention: [
        ...ownerRetention({ isLocalOutbox: config.SMTP_URL === undefined }),
        ...imageRetention({ storage, collect, log }),
      ],
      // The owner uploads PDFs and recordings: at least three kilobytes per second, for at most 15 minutes.
      slowUploads: [
        {
          path: /^\/api\/owner\//,
          maxMs: 15 * 60_000,
          everyMs: 20_000,
          minBytes: 64 * 1024,
          maxBytes: 600 * 1024 * 1024,
        },
      ],
      startupLines: async () => [
        [
          'Owner',
          `${config.origin}/admin (sign-in code ${config.SMTP_URL ? `is sent to ${config.OWNER_EMAIL}` : `for ${config.OWNER_EMAIL} is saved to the local outbox`})`,
        ],
      ],
      jobs: [
        defineJob({
          name: 'owner.check-links',
          title: 'Check links to other sites',
          role: 'worker',
          every: '1h',
          // Delayed, because the first start has enough other work.
          firstAfter: '10m',
          run: linkChecks.checkDue,
        }),
        ...backups.jobs,
        defineJob({
          name: 'owner.apply-retention',
          title: 'Delete data after its retention period',
          role: 'worker',
          every: '1h',
          firstAfter: '5m',
          async run() {
            const rules = collect('retention').flat()
            const changed = await applyRetention(database, rules, clock.now())
            if (Object.keys(changed).length > 0) log.info({ changed }, 'expired data deleted')
          },
        }),
      ],
    }
  },
})

/** Creates the list of emails for the outbox page, which exists only outside production. */
function createLocalOutbox(outbox: Pick<Outbox, 'list'>, isLocal: boolean): OutboxService {
  return {
    isLocal,
    async list() {
      const mails = await outbox.list(100)
      return mails.map(({ id, mail, state, createdAt }) => ({
        id,
        to: mail.to,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        state,
        createdAt: createdAt.toISOString(),
        unsubscribeUrl: mail.unsubscribeUrl,
      }))
    },
  }
}
