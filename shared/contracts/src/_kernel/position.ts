import { optionalNumber } from './shapes';

export const positionMessage = 'A position needs latitude and longitude';

/** The coordinates of the phone. Either both or neither are set. */
export const position = {
  lat: optionalNumber()
    .min(-90, 'Not a latitude')
    .max(90, 'Not a latitude')
    .test('both', positionMessage, (value, { parent }) => (value === undefined) === (parent.long === undefined || parent.long === '')),
  long: optionalNumber().min(-180, 'Not a longitude').max(180, 'Not a longitude'),
  accuracy: optionalNumber().min(0, 'Not an accuracy').max(100_000, 'Not an accuracy'),
};
