import type { TranslationOf } from '#shared/messages.ts'
import type { en } from './en.ts'

export const es: TranslationOf<typeof en> = {
  nav: 'Artistas',
  rosterDescription:
    'Conoce {count, plural, one {al artista} other {a los # artistas}} de IA del ecosistema [siteName]: sonido, ilustraciones y cómo se hizo cada voz.',
  artistDescription:
    '{name}, {genres}, {generated, select, yes {artista de IA de [siteName] Fam} other {artista de [siteName] Fam}}. {tagline}',
  section: {
    name: '[siteName] Fam',
    title: 'Conoce a más de 15 artistas de IA',
    lead: 'Los artistas de [siteName] Fam los crean personas con ayuda de la IA. Cada voz se usa con consentimiento o se sintetiza desde cero, y cada artista tiene su propio sonido. Ninguno ha dormido jamás en la furgoneta.',
    meet: 'Conocer a [siteName] Fam',
    roster: 'Ver todos los artistas',
  },
  card: {
    viewProfile: 'Ver perfil',
    link: '{name}<hidden> ver perfil</hidden>',
    talks: 'Responde a tus preguntas en voz alta',
  },
  roster: {
    title: '[siteName] Fam',
    kicker: 'Artistas',
    lead: '{count, plural, one {Un artista, con una explicación clara de cómo se hizo la voz.} other {# artistas, cada uno con su sonido, su ilustración y una explicación clara de cómo se hizo la voz.}}{generated, select, all {{count, plural, one { Está generado con IA, y el perfil lo indica.} other { Todos están generados con IA, y cada perfil lo indica.}}} other {}}',
    meet: 'Conocer a los artistas',
    count: '{count, plural, one {# artista} other {# artistas}}',
    artists: 'Los artistas',
    artwork:
      'Cada ilustración es la figura de una placa que vibra, dibujada a partir del nombre del artista con un material y dos colores propios.',
    next: 'Explora los tokens y el mercado',
    nextLead:
      'Los dos tokens dan acceso a ventajas en todo el ecosistema, y el mercado reúne las colecciones de NFT de los artistas.',
    tokens: 'Explorar los tokens',
    market: 'Visitar el mercado',
  },
  page: {
    notFound: 'Artista no encontrado',
    notFoundText: 'No hay ningún artista en esta dirección. Revísala o mira la lista de artistas.',
    back: 'Volver a [siteName] Fam',
    generated: 'Artista de IA',
    onSpotify: 'Escuchar en Spotify',
    spotifySoon: 'Próximamente en Spotify',
    website: 'Sitio web oficial',
    biography: 'Biografía',
    listen: 'Dónde escuchar',
    listenOn: '{artist} en {place}',
    feed: 'Canal RSS',
    feedTitle: '{artist}: lanzamientos',
    soon: 'Próximamente',
    track: 'Pista destacada',
    trackNote:
      '{generated, select, yes {Música generada con IA. Al reproducirla se pausa la radio.} other {Al reproducirla se pausa la radio.}}',
    collection: 'Colección de NFT',
    minted: '{minted, number} de {supply, number} acuñados{status, select, closed {, cerrada} other {}}',
    viewCollection: 'Ver la colección',
    noCollection: 'Colección de NFT próximamente',
    noCollectionText: '{artist} aún no tiene colección de NFT. El mercado reúne las colecciones de los demás artistas.',
    market: 'Explorar el mercado',
    more: 'Más de [siteName] Fam',
    roster: 'Ver todos los artistas',
  },
  videos: {
    title: 'Videos musicales',
    by: '{title}, de {artist}',
    watch: 'Ver en YouTube',
    newTab: '(se abre en una pestaña nueva)',
    nothingLoaded: 'No se carga nada de YouTube hasta que pulses Reproducir.',
    play: 'Reproducir desde YouTube',
    playTitle: 'Reproducir desde YouTube: {title}, de {artist}',
    retry: 'Intentar de nuevo',
    frame: '{title}, en YouTube',
    loading: 'Cargando YouTube…',
    silent: 'YouTube todavía no responde. Si no aparece ningún video, puede que YouTube no esté disponible en tu red.',
    slow: 'YouTube no respondió en {seconds, number} segundos. Revisa tu conexión e inténtalo de nuevo.',
    gone: 'Este video es privado o ya no está en YouTube.',
    playerFailed: 'El reproductor de YouTube falló en este navegador. Inténtalo de nuevo o mira el video en YouTube.',
    onlyThere: 'Este video solo se puede ver en YouTube.',
    noReferrer:
      'YouTube necesita la dirección de la página que muestra el video, pero tu navegador no la envía. Mira el video en YouTube.',
    failed: 'YouTube no pudo reproducir este video. Inténtalo de nuevo o míralo en YouTube.',
  },
  errors: {
    noFile: 'No se encontró el archivo.',
    noArtist: 'No hay ningún artista en esta dirección.',
  },
}
