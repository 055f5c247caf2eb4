import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** The embedded database of a running site, by the file its server writes. */
export async function openSiteDatabase(dataDir: string): Promise<pg.Client> {
  const [, , , port, host] = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
  const database = new pg.Client({ host: host!, port: Number(port), user: 'swade', database: 'swade' })
  await database.connect()
  return database
}

/** Inserts orders of the last two years, most of them fulfilled, 60 of them waiting, each with its log. */
export async function seedOrders(database: pg.Client, count: number): Promise<void> {
  await database.query(
    `insert into orders (code, book_id, book_title, price_cents, provider, state, email, origin, payment_id, consent_text, action_items,
       created_at, paid_at, paid_cents, refunded_cents)
     select 'SW-' || translate(upper(substr(md5('code' || n), 1, 8)), '0158B', 'QRTWX'),
       'swade-real-ai-music', 'Real AI Music', 999, provider::payment_provider, state::order_state,
       case when n % 7 = 0 then '' else 'buyer' || (n % 30000) || '@' || (array['example.com', 'mail.example', 'post.example'])[1 + n % 3] end,
       'http://localhost:3000', case when paid and provider <> 'cashapp' then 'pi_' || md5('pay' || n) end,
       'I request immediate access to the book and acknowledge that I lose my right of withdrawal once it has been made available to me.',
       case when state = 'pending' and n % 40 = 3 then array['claim'] when state = 'disputed' then array['disputed'] else '{}' end,
       at, case when paid then at + interval '1 minute' end, case when paid then 999 end, case when state = 'refunded' then 999 else 0 end
     from (select n, state, state in ('fulfilled', 'refunded', 'disputed', 'paid') as paid, now() - n * interval '21 minutes' as at,
             case when state = 'pending' then 'cashapp' else (array['stripe', 'stripe', 'stripe', 'cashapp', 'test'])[1 + n % 5] end as provider
           from (select n, case when n % 40 = 3 and n < 2000 then 'pending' when n % 5000 = 7 then 'disputed' when n % 33 = 0 then 'refunded'
                   when n % 9 = 0 then 'expired' when n % 51 = 0 then 'declined' else 'fulfilled' end as state
                 from generate_series(1, $1::int) n) s) o
     on conflict (code) do nothing`,
    [count],
  )
  await database.query(
    `insert into order_events (order_id, from_state, to_state, actor, detail, at)
     select id, null::order_state, 'created'::order_state, 'buyer', '', created_at from orders
     union all select id, 'created', 'paid', 'webhook', coalesce(payment_id, ''), paid_at from orders where paid_at is not null
     union all select id, 'paid', 'fulfilled', 'webhook', '', paid_at + interval '1 second' from orders where paid_at is not null
     union all select id, 'fulfilled', state, 'owner', 'given back by the owner', paid_at + interval '1 day' from orders where state in ('refunded', 'disputed')
     union all select id, 'created', 'pending', 'buyer', 'claim: the buyer marked the payment as sent', created_at from orders where state = 'pending'`,
  )
  await database.query(
    `insert into entitlements (order_id, book_id, is_open, created_at)
     select id, book_id, state = 'fulfilled', paid_at from orders where paid_at is not null`,
  )
}

/** Inserts submissions in every visible state, each analysed and with a waveform. */
export async function seedSubmissions(database: pg.Client, count: number): Promise<void> {
  const facts = {
    durationSeconds: 187.3,
    frameCount: 7171,
    sampleRate: 44_100,
    channels: 2,
    bitrateKbps: 192,
    isVariableBitrate: false,
  }
  const checks = {
    loudnessLufs: -11.2,
    truePeakDb: -0.8,
    clippedSamples: 0,
    silence: { leadSeconds: 0.1, tailSeconds: 0.4, longestSeconds: 0 },
    brokenFrames: 0,
    peaks: Array.from({ length: 240 }, (_, index) => (index * 37) % 101),
    spectrogramKey: null,
    sameAs: [],
    notes: [],
  }
  await database.query(
    `insert into submissions (state, artist_name, artist_email, song_title, album_name, genre, description, consent_text, consented_at,
       consent_address, file_name, audio_key, audio_bytes, audio_sha256, facts, checks, checked_at, created_at)
     select state::submission_state, 'Artist ' || (n % 3000), 'artist' || (n % 3000) || '@example.com', 'Song number ' || n,
       'Album ' || (n % 400), (array['hip_hop', 'rnb', 'pop'])[1 + n % 3], repeat('A few words about the song. ', 8), 'I own this track.', at, '192.0.2.1',
       'song-' || n || '.mp3', 'submissions/' || md5('key' || n) || '.mp3', 4500000, md5('a' || n) || md5('b' || n), $2::jsonb,
       $3::jsonb, at + interval '10 seconds', at
     from (select n, now() - n * interval '40 minutes' as at,
             case when n % 25 = 2 then 'in_review' when n % 3 = 0 then 'declined' when n % 50 = 5 then 'withdrawn'
               else 'accepted' end as state
           from generate_series(1, $1::int) n) s`,
    [count, JSON.stringify(facts), JSON.stringify(checks)],
  )
  await database.query(
    `insert into submission_steps (submission_id, step, actor, at)
     select id, 'received', 'artist', created_at from submissions
     union all select id, 'checked', 'site', checked_at from submissions`,
  )
}

/** Inserts unpublished books of the owner. */
export async function seedBooks(database: pg.Client, count: number): Promise<void> {
  await database.query(
    `insert into content_edits (kind, key, action, data, actor, at)
     select 'book', 'book-number-' || n, 'save', jsonb_build_object('id', 'book-number-' || n, 'status', 'draft', 'order', 100 + n,
       'title', 'Book number ' || n, 'subtitle', 'A subtitle of some length', 'description', repeat('What the book is about. ', 40), 'author', 'Swade',
       'category', 'Technology', 'priceCents', 999, 'isFree', false, 'previewPages', 5, 'pages', 44, 'published', '2026-11-06', 'coverImage', '',
       'coverAlt', '', 'excerpt', repeat('How it begins. ', 40), 'contents', jsonb_build_array('One', 'Two', 'Three'), 'audioChapters', '[]'::jsonb,
       'edition', ''), 'owner@swade.example', now()
     from generate_series(1, $1::int) n`,
    [count],
  )
}
