import type { Media } from './media.ts'

const REPLACED_PHOTOS: ReadonlyMap<string, string> = new Map([
  ['campus-full-blue-back.jpg', '9a676ed786acd511d9149eaf61b0f5fb132d91a0bdcd60adee4a0a12c97a0b46'],
  ['campus-full-blue-front.jpg', 'e2ced115309788ab42867d9a0ed83569d42624e5a49ecafc95d3b82543d4fff1'],
  ['campus-full-blue-quarter.jpg', '3d6b9d1d619df6e80a04c9ad3b2e2df2f89800e90146721a96d964c3878ca844'],
  ['campus-full-blue-side.jpg', 'fc42b2f716efa6a98a98e5796f1bc78bbc45881e7253cb3ce7b53f5108a4383a'],
  ['campus-full-grey-back.jpg', '3daecf0855503af02081bfd4d18a66eb3b2a26ab58965622535a1a5b9ef957db'],
  ['campus-full-grey-front.jpg', 'd67e3af207aba580b93a037e2c0ba4ca35ca870c12998118c253101709fdde5e'],
  ['campus-full-grey-quarter.jpg', '3d4c1b095ba33f8f2d0816fd9f33b60e185e619c170d94fa4f986bfc816a2def'],
  ['campus-full-grey-side.jpg', '2139a9cbf4dd083554901841ad0856edf357babf2c20503894d51acdab3a73d6'],
  ['campus-slim-blue-back.jpg', 'a4adfb0cf70e26ee48404fe39d108115d2f8209ef15331386e93c0b820d6b08b'],
  ['campus-slim-blue-front.jpg', 'a91200b6f11a5cb45309d161c2bf2a0f252dc0e570083681f803c631ad0bcb42'],
  ['campus-slim-blue-quarter.jpg', 'e52dcaac1c9f2359b0262492d406284e7904f5418d3f82febe39b89f2b08dc50'],
  ['campus-slim-grey-back.jpg', '4fccda95ac37a04e10cf82c6cac792f09042d39c14a888052ef862e590f1c40e'],
  ['campus-slim-grey-front.jpg', 'ced235c7f8fcc10775895000b9f2b7af624d0d34bece5a5086c3012fc35777ae'],
  ['campus-slim-grey-quarter.jpg', '1aff46f5c3b303e4a006e0191fabe11ba31d3f1f55fcfa143d4cbac6b1abef3f'],
  ['duffel-blue-quarter.jpg', '40a909897dfd75d392723fa093f8713456c098bdb276cc83b8cf7a16fa0c257b'],
  ['duffel-grey-front.jpg', '1ceb668bc125d5d88a4fdd9ecd12f7e960c0eccb68f7bb380a70286f1b25c3cb'],
  ['duffel-grey-quarter.jpg', '7f0973293d3f07974d00a869ae299bbd101bae615dff85ce9c8c53b674e64e87'],
  ['hybrid-full-blue-back.jpg', 'd080e34d128e0a19061656f5bf43b297e6421ab3f6da0ae6ac26e132d089da30'],
  ['hybrid-full-blue-front.jpg', 'cffde8e7bab92f89e80290da860917d080fbcb438d71eca4d4a625760b1b6d6e'],
  ['hybrid-full-blue-quarter.jpg', '8b6befca04822128dc7805324240b131c3b8f393e38b37e5957123645e3b35f6'],
  ['hybrid-full-blue-side.jpg', 'd261b1621cfc97fbdd717d430fc3e140f3c3f0f642dc3f378d528605b0f12762'],
  ['hybrid-full-grey-back.jpg', 'ab8547e0a3bd99a781cd1f13cca61ce429487f2ecb46646f07778d6ba8a3106d'],
  ['hybrid-full-grey-front.jpg', 'c6ec3d5ba92d81838bffca52ebb9db1c6cec0944d48ec2ce96ab7dc4696ca202'],
  ['hybrid-full-grey-quarter.jpg', 'e52a95af31f843655f3878af1b766d8b4c55523ad1261a0145189799ea9e4e7d'],
  ['hybrid-full-grey-side.jpg', '8392b3206eb39f6b2aee64c764ec55b4f46387a84d112ce80a53d2777700b834'],
  ['hybrid-slim-blue-back.jpg', '935f2d32aed45b75d63f8fb53b9a8e5442f20ce0c10b8184dc6327ca7080ca66'],
  ['hybrid-slim-blue-front.jpg', '80dbf8e778f1ae16e3461e65bd19e117e4873ba04633864b88e75758f3c179cc'],
  ['hybrid-slim-blue-quarter.jpg', 'f361df11f181534c702429a713c0b56ab677274ee9ede916ae5d6ea7c00394d3'],
  ['hybrid-slim-grey-back.jpg', 'd4655967c3395fa93b6262051f3cf58ff612f8cc04f448c7d74cc5e16f989f74'],
  ['hybrid-slim-grey-front.jpg', '0c02260fad91e1eb33d190dba3af214876566946452bb2133ad185bedc84dc0b'],
  ['hybrid-slim-grey-quarter.jpg', '41385dd00fc53b0d6af4ca9c82f17f8764ec69e0228bf1a0f19de906cdd8b778'],
  ['nomad-full-blue-back.jpg', 'f4fb899cee0593fa7217d160dcaab3b010fbd3248d1ce8aeafc3557b9f421ed5'],
  ['nomad-full-blue-front.jpg', 'b7f0b14afae02f93cd294b7eb0a9116f715fe1ed234d539d40eb2131f45f73b4'],
  ['nomad-full-blue-quarter.jpg', 'afa9ab3322f86d4e1a0f6bec6a28142584024eef39d3c734e18780f51b0ce2cd'],
  ['nomad-full-blue-side.jpg', '45ed0b8aa008000170f2161a7327464cedda62fdf440a0048d110ccdc8ed8020'],
  ['nomad-full-grey-back.jpg', '5e709f2ed0dcd6dab8b7548ea3f388f24761478feba85c75aa7aac3bb9c8c3a1'],
  ['nomad-full-grey-front.jpg', '9a32b68a3ae870a2592a55af35bf2528d2a0df585b391a8b9d1c572e34e21ca8'],
  ['nomad-full-grey-quarter.jpg', 'bdf9a78ee63ab0f2868f4cf791aee4e2f114ad4a2e91b971980f196fc6f38bf4'],
  ['nomad-full-grey-side.jpg', 'ce0d9a117f1521aa905bf72184e83526758127610f3779e976f1998897fea3c6'],
  ['nomad-slim-blue-back.jpg', 'fbb542ba335cac3d0e7c1ee568f9fb233ad11cd40c19780c50aa577bc783063b'],
  ['nomad-slim-blue-front.jpg', 'df49b4dd27d07ecb5188bfa556894a7d9b9666608c19a1de4dba6eef67f28e15'],
  ['nomad-slim-blue-quarter.jpg', '5cfa80b22fefc5040861c40fdc638d20620e11415c3829be1171cbd830978fe3'],
  ['nomad-slim-grey-back.jpg', 'bd7c5c7c3d854eafa04fbb7a213ae76e2798dbc26729a512f12a79b19bf9b8d0'],
  ['nomad-slim-grey-front.jpg', '36c2c2bbe405402ba85ad0440672e8f5db4224f47d8728901925fba06d819e49'],
  ['nomad-slim-grey-quarter.jpg', 'b5077aea3617813befd800ab31f7d8759506526bdffeda607404cfebd9419201'],
  ['pouch-blue-front.jpg', 'd1388dc0ae8c5924914402beab8bffd5e02e754509395b7e7995a0a092562899'],
  ['pouch-blue-quarter.jpg', '77f9fe33d21bdb2ddc42462eea45981dc5d345bf4cf67b803ac7bc40a3dd5e3d'],
  ['pouch-grey-quarter.jpg', '3c0ed9f1872cfaaaaee55e832c7f62bc6e48a25531adeeb2e41b02fc78db500a'],
  ['raincover-blue-quarter.jpg', '8193f7aca52655353bcc523784c5fd9aa254e7c86aa83afdc5bfd30e0483953c'],
  ['raincover-grey-front.jpg', 'f55c1a7d91ce50348795b0d52742cd12e8c735e2950a21dabd7aa625835b688d'],
  ['raincover-grey-quarter.jpg', 'b3117f6d9a8cf9fd0fd3bb7f7dc14b89ddfa417203346ce89a7d36ded1d0e643'],
  ['sleeve-blue-quarter.jpg', '2d66c4f762aa2940e362cfb38faf1073132a89a3bcb17d8d5076feb2d1d4f982'],
  ['sleeve-grey-front.jpg', '8b55c45b50c5b09cb9a8127f05b0ebf2e606095b91249dad3bcd381907c41801'],
  ['sleeve-grey-quarter.jpg', 'ff58a2bc1ceb77536d882838fc38645e833e4ee9bae0df7ebd7a0d9fd11cf072'],
  ['sling-blue-front.jpg', '942fd83bcfd1ca033975508a25d2e7ce232b3795c65bf490e4ed74f2dd1b825e'],
  ['sling-blue-quarter.jpg', 'fc5c93dcf1a935487f29a55b80ec4ac32af6a72df7d5867d15c068b6e71543f6'],
  ['sling-grey-quarter.jpg', 'e2bfc4ae1fd6cd95c5d3ee7db275f032a9b50b7a6cba3a8e0bc2322bb255c8cf'],
  ['hero-mobile.jpg', 'e939b76c11ec6e69abf5deb1f9387fc4361f1fd369fa2542ce38b7bbd3c80176'],
])

/** Others that a shop lacks were removed by the family. */
const ADDED_PHOTOS = /^(hero-wide|[a-z-]+-(blue|grey)-detail)\.jpg$/

/** Imported by release 1.0. */
const FIRST_VERSION = 2

/** Raise it when photographs in catalog/photos change. */
export const PHOTOS_VERSION = 3

/** `version`: of the last import, 0 for none; `known`: the shop's picture of that name. */
export function isPhotoWanted(name: string, known: Media | undefined, version: number): boolean {
  if (known !== undefined) return REPLACED_PHOTOS.get(name) === known.sha256
  return version < FIRST_VERSION || ADDED_PHOTOS.test(name)
}
