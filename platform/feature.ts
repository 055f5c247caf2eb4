import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify'
import type { ArtDirection } from '#shared/art-direction.ts'
import type { FigureImage } from '#shared/chladni-address.ts'
import type { Catalogue, ServerTexts } from '#shared/messages.ts'
import type { Contributions } from '#shared/contributions.ts'
import type { Services } from '#shared/services.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { ContentEdits } from './content-edits/content-edits.ts'
import type { EditableKind } from './content-edits/editable-kind.ts'
import type { Changes } from './database/changes.ts'
import type { Database } from './database/open-database.ts'
import type { Job, JobRole, PeriodicJob, ProcessJob, QueuedJob } from './jobs/job.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { LinkTokens } from './link-tokens.ts'
import type { Outbox } from './mailer/outbox.ts'
import type { Processes } from './processes/processes.ts'
import type { AnalyseRecording } from './recordings/recording-analyser.ts'
import type { ReadRecording } from './recordings/recording-reader.ts'
import type { ReadTags } from './recordings/tag-reader.ts'
import type { RetentionRule } from './retention.ts'
import type { SiteKeys } from './site-keys.ts'
import type { Storage } from './storage/storage.ts'

/** Dependencies of the process that every feature receives. */
export type ProcessDeps = {
  /**
   * Configuration with the owner's settings applied and an absolute `DATA_DIR`. Read its properties where they are
   * used, since the owner may change them.
   */
  config: Config
  /** Configuration from the environment, without the owner's settings. */
  environmentConfig: Config
  /** Absolute path of `content/`. */
  contentDir: string
  database: Database
  db: Database['db']
  storage: Storage
  /** Secret keys of the site, which are in the storage. */
  siteKeys: SiteKeys
  /** Tokens of links in emails. */
  linkTokens: LinkTokens
  outbox: Outbox
  /** Queues jobs and wakes periodic jobs. */
  jobs: Jobs
  /** Notifications about changes by other processes. */
  changes: Changes
  /** Analyzes waveform and levels of a recording in a worker thread shared by the process. */
  analyseRecording: AnalyseRecording
  /** Reads uploaded recordings. */
  readRecording: ReadRecording
  /** Reads the tags of uploaded recordings. */
  readTags: ReadTags
  edits: ContentEdits
  /** Processes of the site on all hosts, and problems of their setup. */
  processes: Pick<Processes, 'list' | 'problems'>
  /** Texts of emails and errors in every language. */
  texts: ServerTexts
  /** Version of the site, from package.json. */
  version: string
  clock: Clock
  log: FastifyBaseLogger
  /** Page cache of this process; call `clear` when page content changes. */
  pageCache: { clear(): void; measure(): { count: number; bytes: number } }
  /**
   * Returns the name under which views of a page are counted: its path, or the pattern of a personal page, whose
   * address may be a secret. Undefined for pages that do not exist and for those of the admin.
   */
  pageName(path: string): Promise<string | undefined>
  /** Returns the path of a figure image, with the key of the art direction that its slug has now. */
  figureAddress(image: FigureImage): string
  /** Returns whether this process runs jobs of a role. */
  runs(role: JobRole): boolean
  /**
   * Returns the contributions of one kind from the features created so far, in the order of `server/features.ts`. Call
   * it on each use.
   */
  collect<Kind extends keyof FeatureContributions>(kind: Kind): NonNullable<FeatureContributions[Kind]>[]
  /**
   * Returns the services of all features, including those listed later.
   *
   * @throws Error while features are being created.
   */
  allServices(): Services
}

/** Dependencies of a feature: those of the process, and the named services of features listed before it. */
export type FeatureDeps<Needed extends keyof Services = never> = ProcessDeps & { features: Pick<Services, Needed> }

/**
 * External origins that pages may frame, load from or connect to, and frames that may request microphone and camera.
 */
export type ExternalOrigins = {
  frames?: readonly string[]
  media?: readonly string[]
  images?: readonly string[]
  connect?: readonly string[]
  microphone?: readonly string[]
  camera?: readonly string[]
}

/** Limits for a route with slow uploads, such as large files from a phone. */
export type SlowUpload = {
  path: RegExp
  /** Maximum time from the first to the last byte. */
  maxMs: number
  /** Interval in which at least `minBytes` must arrive; otherwise the upload is aborted. */
  everyMs: number
  minBytes: number
  /** Maximum number of bytes read, whatever the declared length. */
  maxBytes: number
}

/** A gauge for Prometheus and its values. */
export type Measurement = {
  /** Name with its unit, such as `radio_listeners` or `data_disk_free_bytes`. */
  name: string
  /** One sentence that explains it. */
  help: string
  /** One value for each combination of labels. */
  samples: readonly { labels?: Readonly<Record<string, string>>; value: number }[]
}

/** Contributions of a feature to the server and to features that query all features. */
export type FeatureContributions = Partial<Contributions> & {
  externalOrigins?(): ExternalOrigins
  slowUploads?: readonly SlowUpload[]
  /** Paths that a process with `ROLE=station` serves. */
  stationPaths?: readonly string[]
  /** Paths at which the feature accepts WebSockets; requests to upgrade others are answered like any other request. */
  socketPaths?: readonly string[]
  /** Content types the owner can edit, in the order of the Content tab. */
  editable?: readonly EditableKind[]
  /** Returns whether the feature shows generated artwork of this name that no page `handle` declares. */
  isFigure?(name: string): boolean
  /** Returns the art direction of a slug whose artwork the feature shows; artwork without one is sand on the plate. */
  artDirection?(slug: string): ArtDirection | undefined
  /** Lists the slugs of the feature's catalogue that `artDirection` knows; every page carries their keys. */
  artworkSlugs?(): readonly string[]
  /** Retention of the feature's data; see docs/security.md. */
  retention?: readonly RetentionRule[]
  /** Lines of the startup message, prepared before the server listens. */
  startupLines?(): Promise<[label: string, text: string][]>
  /** Measures gauges for `/metrics`, at each scrape; failures leave them out. */
  measurements?(): Promise<Measurement[]>
  /** Lists the stored files that rows or the catalogue name and that cannot be made again. */
  storedOriginals?(): Promise<StoredOriginal[]>
  /**
   * Lists texts in which addresses of uploaded images may stand: data in effect, and data of earlier versions that were
   * so after a time. An image that is in none of these texts is deleted.
   */
  imageTexts?(since: Date): Promise<readonly string[]>
  /**
   * Returns a predicate for stored files that are referenced and must not be garbage-collected.
   *
   * @param options.isAlone Whether no other process can be storing files.
   */
  referencedFiles?(options: { isAlone: boolean }): Promise<(key: string) => boolean | Promise<boolean>>
}

/**
 * A stored file that cannot be made again when it is lost. `href` is its admin page; `remedy` says what the owner can
 * do if uploading the file again on that page does not replace it.
 */
export type StoredOriginal = { key: string; title: string; href: string; remedy?: string }

/** Result of the `create` function of a feature; additional properties are for tests. */
export type FeatureInstance = FeatureContributions & {
  /** Services for page loaders and other features, typed in the contract. */
  services?: Partial<Services>
  /** Hooks that run before the routes of all features. */
  hooks?: FastifyPluginAsync
  routes?: FastifyPluginAsync
  jobs?: readonly Job[]
  /** Loads data before the first request, in every process. */
  ready?(): Promise<void>
  /** Releases resources; runs once, after all jobs have stopped. */
  close?(): Promise<void> | void
}

/**
 * Declares the server entry point of a feature, listed in `server/features.ts`.
 *
 * @param feature.messages Texts of the feature in every language: `{ en, es }` of its folder `messages/`.
 * @param feature.create Creates the feature without starting anything. The second parameter overrides delays and costs
 *   in tests.
 */
export function defineFeature<
  const Name extends string,
  Deps extends ProcessDeps,
  Parts extends FeatureInstance,
  Tuning = object,
>(feature: { name: Name; messages?: Catalogue; create(deps: Deps, tuning?: Tuning): Parts }) {
  return feature
}

/** Declares a background job, which `server/start.ts` runs in the processes of its role. */
export function defineJob(job: ProcessJob | PeriodicJob): Job
export function defineJob<Data extends object>(job: QueuedJob<Data>): Job
export function defineJob(job: Job): Job {
  return job
}
