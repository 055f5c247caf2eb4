import type { TranslationOf } from '#shared/messages.ts'
import type { en } from './en.ts'

export const es: TranslationOf<typeof en> = {
  nav: 'Desarrolladores',
  head: {
    title: 'Desarrolladores',
    description:
      'La API pública de [siteName] con su documento OpenAPI, reproductores para insertar, oEmbed, pódcast y canales de noticias, y la emisión de la radio para reproductores.',
  },
  page: {
    kicker: 'Desarrolladores',
    heading: 'Crea con [siteName]',
    lead: 'Una API pública de solo lectura que no pide ninguna clave, además de reproductores para tu propio sitio y de canales y emisiones en los formatos que esperan las aplicaciones.',
    openApi: 'Documento OpenAPI',
    tryIt: 'Probar una solicitud',
    api: 'API pública',
    apiLead: 'Todos los endpoints usan GET y devuelven JSON. No necesitas clave ni cuenta.',
    base: 'URL base',
    endpoint: 'Endpoint',
    parameters: 'Parámetros',
    cached: 'En caché durante',
    seconds: '{count, plural, one {# segundo} other {# segundos}}',
    none: 'Ninguno',
    open: 'Abrir un ejemplo',
    rules: 'Reglas',
    limits: 'Límites',
    limitsText:
      'Cada dirección IP puede hacer hasta {requests, number} solicitudes cada {seconds, number} segundos. El encabezado RateLimit-Policy indica el límite, y RateLimit, cuántas solicitudes quedan. Por encima del límite, la respuesta es 429 con Retry-After en segundos.',
    caching: 'Caché',
    cachingText:
      'Cada respuesta correcta lleva un encabezado ETag y otro Cache-Control. Envía el ETag como If-None-Match y recibirás 304 hasta que algo cambie.',
    cors: 'Otros sitios',
    corsText: 'Los scripts de cualquier sitio pueden leer la API. Las respuestas nunca dependen de cookies.',
    languages: 'Idiomas',
    languagesText:
      'Los endpoints con el parámetro lang devuelven textos en español con lang=es. Un texto sin traducción se queda en inglés.',
    versions: 'Versiones',
    versionsText:
      'La versión 1 solo crece: se pueden agregar campos, así que ignora los que no conozcas. Un cambio incompatible daría lugar a la versión 2.',
    errors: 'Errores',
    errorsText:
      'Los errores siguen el formato «problem details» de RFC 9457, con un código para programas y una frase para personas.',
    errorCodes: {
      'invalid-input': 'Un parámetro es desconocido o tiene un valor no permitido. El detalle lo nombra.',
      'not-found': 'La dirección o la entrada no existe.',
      'method-not-allowed': 'La API solo acepta GET, HEAD y OPTIONS.',
      'too-many-requests': 'Alcanzaste el límite. Espera el tiempo que indica Retry-After.',
      'unavailable': 'Los datos no se pueden cargar en este momento. Inténtalo más tarde.',
      'internal': 'Un error inesperado. El detalle incluye una referencia; envíanosla para informar del error.',
    },
    embeds: 'Reproductores para insertar',
    embedsLead:
      'Pon la emisora o una pista en cualquier página. El reproductor no carga sonido hasta que alguien pulsa «Reproducir» y no guarda cookies.',
    embedRadio: 'La emisora',
    embedTrack: 'Una pista destacada',
    oembed: 'oEmbed',
    oembedText:
      'Los sitios compatibles con oEmbed convierten automáticamente un enlace a la radio, a una pista o a un artista con pista en un reproductor. Esas páginas incluyen un enlace de descubrimiento oEmbed.',
    feeds: 'Canales y emisiones',
    feedsLead:
      'Abre estas direcciones en una aplicación de pódcast, un lector de RSS, un calendario o un reproductor de radio.',
    feed: {
      stream: 'Emisión de la radio, MP3 con títulos',
      m3u: 'Radio como lista M3U',
      pls: 'Radio como lista PLS',
      stationInfo: 'Metadatos de la radio para directorios',
      podcast: 'Pódcast: {title}',
      newsletter: 'Boletín, RSS',
      artist: 'Cada artista, RSS',
      events: 'Eventos, iCalendar',
    },
  },
  api: {
    summary: 'Artistas, pistas, la radio, libros, eventos, precios de los tokens y números del boletín de [siteName].',
    description:
      'Pública y de solo lectura: no hace falta clave y los scripts de cualquier sitio pueden leerla. Cada dirección IP puede hacer hasta {requests, number} solicitudes cada {seconds, number} segundos. Los errores siguen el formato «problem details» (RFC 9457). La versión 1 puede ganar campos, pero nunca pierde ninguno.',
  },
  endpoints: {
    listArtists: 'Lista los artistas en el mismo orden que la página de artistas.',
    getArtist: 'Devuelve un artista.',
    listTracks: 'Lista las pistas de los artistas.',
    getTrack: 'Devuelve una pista.',
    getNowPlaying: 'Devuelve las pistas actual, siguiente y anteriores de la radio.',
    listBooks: 'Lista los libros con sus precios y audiolibros.',
    getBook: 'Devuelve un libro.',
    listEvents: 'Lista los eventos de la sala virtual.',
    getPrices: 'Devuelve los precios de SOL y de los dos tokens.',
    listIssues: 'Lista los números del boletín, el más reciente primero.',
    getIssue: 'Devuelve un número con su texto.',
  },
  errors: {
    method: 'Este endpoint solo admite GET, HEAD y OPTIONS.',
    noEntry: 'Ninguna entrada tiene este ID o slug. Comprueba la dirección o pide la lista de entradas.',
  },
}
