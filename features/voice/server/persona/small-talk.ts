import { plain, stemSet } from './words.ts'

/** What a message may be about, other than a record that is looked up. */
export type Aim =
  | 'software'
  | 'privacy'
  | 'submit'
  | 'letter'
  | 'on-air'
  | 'play-radio'
  | 'play-track'
  | 'open'
  | 'refund'
  | 'price'
  | 'events'
  | 'voice'
  | 'genre'
  | 'songs'
  | 'roster'
  | 'tokens'
  | 'books'
  | 'collections'
  | 'prizes'
  | 'founder'
  | 'self'
  | 'help'
  | Courtesy

/** What is said for politeness, and answered when nothing else is said. */
type Courtesy = 'thanks' | 'goodbye' | 'hello'

/** What somebody may do with what is said to them, … */
const keeping = '(record|stor|sav|keep|logg?|remember|hear|listen|track|spy)(s|e|es|ing)?'
/** … who may be doing it, … */
const listener = '(you|u|it|anyone|anybody|someone|somebody|(this|the) (panel|chat|conversation))( (ever|still|also|really|always))?'
/** … and to what. */
const said = '(i|we|it|(this|that)(?! (track|record)\\b)|my|our|what|anything|everything|the (panel|chat|conversation))'

/** How somebody wishes to be sent something: “send me a song”, “can you send the track?”, but not “how can you send a track?” */
const askedOfUs = String.raw`((send|upload) (me|us|your)|to (me|us)|(?<!(how|where) )(can|could|will|would|did) you (please )?(send|upload|submit))`

/** In this order. A pattern may begin anew at every word of a message; on the longest one all of them together stay below a millisecond. */
const aims: [Aim, RegExp][] = [
  [
    'software',
    /\b(is|isnt|are|arent|am|was|were)\b.*\b(real|humans?|persons?|people|ai|bots?|robots?|machines?|software|alive|conscious|program|computer|fake|fictional|virtual|synthetic|artificial|generated)\b/,
  ],
  [
    'software',
    /\b(what are (you|u)|chatbot|language model|system prompt|your instructions|who (made|created|built) you|do(es)? .*\bexist)\b/,
  ],
  // “Track” and “record” count as what is done right after who does it: “do you have a track?” asks for the artist's.
  [
    'privacy',
    new RegExp(String.raw`\b(do|does|did|will|would|can|could|are|is) ${listener} ${keeping}\b(?!.*\b(tracks?|records?|recordings?)$)`),
  ],
  ['privacy', new RegExp(String.raw`\b(does|is|will|can) this ${keeping}( (to|on))? (me|us|what|my|our)\b`)],
  [
    'privacy',
    new RegExp(String.raw`\b(am|are|is|do|does|will) ${said} (\w+ ){0,3}(recorded|stored|saved|kept|logged|tracked|private|safe)\b`),
  ],
  ['privacy', /\b(privacy|my (personal )?data|what happens (to|with) (what i|my)|what (do|will) you (keep|store|save|remember))\b/],
  [
    'submit',
    new RegExp(String.raw`^(?!.*\b${askedOfUs}\b).*\b(submit|upload|send)\b.*\b(songs?|tracks?|music|demos?|mp3|singles?|tapes?)\b`),
  ],
  ['submit', /\b(submit|submissions?|send in)$/],
  ['submit', /\b(my|our) (own )?(songs?|tracks?|music|demos?)\b.*\b(radio|station|air)\b/],
  ['letter', /\b(newsletter|friday letter|mailing list|subscribe)\b/],
  ['on-air', /\b(on (the )?air|now playing|(what is|whats|what) (playing|on the radio|on right now))\b/],
  ['on-air', /^(what is |what |tell me about )?(the |your |swade )*(radio|station|radio station)$/],
  ['play-radio', /\b(play|start|put on|turn on|hear|listen to)\b.*\b(radio|station|stream)\b/],
  ['play-track', /^(please |can you |could you |would you |will you )*(play|put on|start|let me hear|i want to hear|sing)\b/],
  ['open', /^(please |can you |could you |would you |will you |i want to )*(open|read|show( me)?|go to|take me to|bring me to)\b/],
  [
    'refund',
    /\b(refund(s|ed|able)?|money back|withdrawal|returns? policy|(withdraw|cancel|return(?! to\b)|send back)\b.*\b(e?books?|orders?|purchases?|contract))\b/,
  ],
  [
    'price',
    /\b(prices?|priced|costs?|free|how much (is|are|do|does|for)|worth|value|valued|expensive|where (can|do|could) (i|one|we|you) (buy|get))\b/,
  ],
  ['events', /\b(events?|concerts?|gigs?|live shows?|virtual world)\b/],
  ['voice', /\b(your|her|his|their|its|the|whose) (singing |speaking |own )?(voice|vocals)\b|\bvoice\b.*\b(use|uses|have|has|made|from)\b/],
  ['genre', /\b(genres?|styles?|(kind|sort|type) of (music|songs?|artist))\b/],
  // Not what somebody else makes, what is done with it or when: "how do I release a song", "do you listen to music".
  [
    'songs',
    /^(?!when\b|why\b|(do|does|did|can|could|will|would|are) \w+ (record|listen|hear|write|make|compose)\b)(?!.*\b((i|we|one|to) (record|release|make|write|mix|play)|(my|our) (own )?(songs?|tracks?|music|singles?|albums?|records?))\b).*\b(songs?|tracks?|music|singles?|albums?|discography|records|recordings|releases|(your|her|his|their|the|latest|newest|new|first) (record|release)|(have|has) \w+ (recorded|released))\b/,
  ],
  ['roster', /\b(artists?|roster|singers?|musicians?|bands?|fam|family)\b/],
  ['tokens', /\b(tokens?|coins?|crypto)\b/],
  ['books', /\b(books?|library)\b/],
  ['collections', /\b(nfts?|collections?|collectibles?|minted)\b/],
  ['prizes', /\b(awards?|prizes?|medals?|recognition)\b/],
  ['founder', /^(?!(how|when|where|why)\b).*\b(founders?|who (founded|started|runs|owns))\b/],
  ['self', /\b(who are you|who is this|about yourself|introduce yourself|your name|what do you do|about you)\b/],
  ['self', /\b(biography|bio|liner notes)\b|\b(your|her|his|own|whole|life) (story|background)\b|\b(story|background)$/],
  ['help', /(?<!\b(your|the) )\bhelp\b|\b(what can (you|i)|what do you know)\b/],
]

const courtesies: [Courtesy, RegExp][] = [
  // At the beginning, or after another courtesy; “nice to see you” is none.
  [
    'goodbye',
    /^((ok|okay|well|great) )?((thanks|thank (you|u)|thx|cheers|hi|hello|hey)\b.*)?(?<!\b(i|we|to|a) )\b(bye|goodbye|good night|see you)\b/,
  ],
  ['thanks', /\b(thanks|thank you|thank u|thx|cheers)\b/],
  ['hello', /^(hi|hello|hey|good (morning|evening|afternoon|day)|yo|howdy)\b/],
]

const praise = 'great nice good cool awesome help helpful lovely amazing wonderful perfect love job work answer info day'

/**
 * What may be asked beside an aim, its own words among it: with any other word the message is about something else.
 * An aim that is left out is asked with a name, and whoever answers it looks whether the name is known.
 */
const beside: Partial<Record<Aim, ReadonlySet<string>>> = {
  'software': stemSet(
    `real human person people ai bot robot machine software alive conscious program computer fake fictional virtual synthetic artificial
    intelligence generated generator created create built build exist artist singer roster voice vocals sing music song track character man woman girl guy
    talk talking speak speaking chat chatting chatbot type typing write writing answer here right true living persona language model system prompt instruction print
    reveal repeat ignore previous`,
  ),
  'privacy': stemSet(
    `record recorded store save saved keep kept log remember hear listen track spy private safe privacy policy type typed write written said message
    messages question text word conversation chat talk panel data personal anything voice`,
  ),
  'submit': stemSet('submit submission upload send song track music demo mp3 single tape radio station air play swade own here'),
  'refund': stemSet(
    `refund refunds refundable money back withdraw withdrawal right contract cancel return send order purchase book books ebook bought buy paid pay
    price cost free library policy terms rules days day week 14 long take work file broken faulty dislike like`,
  ),
  'letter': stemSet('newsletter friday letter mailing list subscribe sign join email mail'),
  'on-air': stemSet('air playing play radio station stream live song track music artist right moment currently today title called'),
  'play-radio': stemSet('play start put turn hear listen radio station stream music live air song here'),
  'voice': stemSet('voice vocals sing singing speak speaking sound come use model singer behind person train trained real human'),
  'genre': stemSet('genre style music song artist play sing sound type'),
  'songs': stemSet(
    `song track music single album discography record release released recorded featured best main famous latest newest new first listen hear
    artist roster other sing sung write send called name title`,
  ),
  'roster': stemSet('artist roster musician band fam family other else house sign signed meet name names here'),
  'tokens': stemSet('token coin crypto here'),
  'founder': stemSet(
    'founder founded started runs owns label house studio company site website roster name called story biography bio life background journey',
  ),
  'self': stemSet(
    'biography bio story background note liner name yourself introduce life whole own full short brief entire read write artist',
  ),
  'help': stemSet('help know assist answer ask'),
  'thanks': stemSet(praise),
  'goodbye': stemSet(`${praise} thanks thx cheers hi hello hey okay bye goodbye night see later soon tomorrow care`),
  'hello': stemSet('nice good great meet pleasure doing morning evening afternoon day today world'),
}

/** What a question may be about, the likeliest first; none when it asks for what only the records may know. @param asked Its words that ask for something, without the names of artists. */
export function aimsOf(question: string, asked: readonly string[]): Aim[] {
  return matching(aims, question, asked)
}

/** Which courtesies a message is, when it is nothing else. @param asked What it asks for beside them. */
export function courtesiesOf(message: string, asked: readonly string[]): Aim[] {
  return matching(courtesies, message, asked)
}

/** The words of a message without the greeting it begins with and the thanks at either end of it. */
export function withoutCourtesy(message: string): string {
  return plain(message)
    .trim()
    .replace(
      /^((hi|hello|hey|yo|howdy|please|thanks|thank (you|u)|thx|cheers|good (morning|evening|afternoon|day))( (there|again|very much|so much|a lot))? ?\b)+/,
      '',
    )
    .replace(/( (please|thanks|thank (you|u)|thx))+$/, '')
}

function matching(among: readonly [Aim, RegExp][], message: string, asked: readonly string[]): Aim[] {
  const words = plain(message).trim()
  const meant = among.filter(([aim, pattern]) => pattern.test(words) && asked.every((word) => beside[aim]?.has(word) ?? true))
  return [...new Set(meant.map(([aim]) => aim))]
}
