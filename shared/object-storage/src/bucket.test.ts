import { bucketOf } from './bucket';

const keys = { S3_BUCKET: 'guards', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
const bucket = { name: 'guards', keyId: 'id', secret: 'secret' };

it('is Amazon with a region, or another store with its address', () => {
  expect(bucketOf({ ...keys, S3_REGION: 'ca-central-1' })).toEqual({ ...bucket, endpoint: null, region: 'ca-central-1' });
  expect(bucketOf({ ...keys, S3_ENDPOINT: 'http://files:9000' })).toEqual({
    ...bucket,
    endpoint: 'http://files:9000',
    region: 'us-east-1',
  });
});

it('is null without any setting, and is refused without one of them', () => {
  expect(bucketOf({})).toBeNull();
  expect(() => bucketOf(keys)).toThrow('S3_REGION is missing, but S3_BUCKET is set');
  expect(() => bucketOf({ S3_REGION: 'ca-central-1' })).toThrow('S3_BUCKET is missing, but S3_REGION is set');
});
