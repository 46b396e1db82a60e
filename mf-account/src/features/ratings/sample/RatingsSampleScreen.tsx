import { ratingsPaths } from '@portal/contracts/ratings/ratings.paths';
import { ratingSample } from '@portal/contracts/ratings/ratings.rules';
import { SampleFrame } from '@portal/mf-kit/SampleFrame';
import { Card } from '@portal/ui/Card';
import { Stack } from '@portal/ui/Layout';
import { Rating } from '@portal/ui/Rating';

export function RatingsSampleScreen() {
  return (
    <SampleFrame
      title={ratingSample.title}
      banner={ratingSample.banner}
      live={{ to: ratingsPaths.list(), label: 'Open the live My Ratings screen' }}
    >
      <Stack gap={3}>
        {ratingSample.ratings.map(({ jobTitle, locationName, rating }) => (
          <Card key={jobTitle} as="article">
            <Stack gap={1}>
              <strong>{jobTitle}</strong>
              <span>{locationName}</span>
              <Rating value={rating} />
            </Stack>
          </Card>
        ))}
      </Stack>
    </SampleFrame>
  );
}
